import css from './faq.module.css';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Questions that open to show their answers, also without JavaScript. */
export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={css.faq}>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
