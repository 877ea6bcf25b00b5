import { useEffect, useEffectEvent, useId, useRef } from 'react';
import css from './form.module.css';
import { formWords } from './form-words.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly optional?: boolean;
  readonly hint?: string;
}

/**
 * A labelled line of text. It has no `name`: a form that is sent before hydration opens the sign-in page, whose
 * address must not contain the input.
 */
export function Field(props: FieldProps) {
  const { label, value, onChange, type = 'text', autoComplete, optional = false, hint } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const takeTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== value) onChange(typed);
  });
  // What was typed before hydration causes no event.
  useEffect(() => takeTyped(), []);
  return (
    <div className={css.field}>
      <label htmlFor={id}>
        {label}
        {optional && <span>{` (${formWords.optional})`}</span>}
      </label>
      <input
        id={id}
        ref={input}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        maxLength={200}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** An error message, which screen readers announce. */
export function Problem({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <p className={css.problem}>{text}</p>}</div>;
}
