import { brand } from '#shared/brand.ts';
import { uploadStorageDays } from '#shared/domain/limits.ts';
import { supportEmail } from '#web/lib/support-email.ts';
import { pages } from '#web/pages/pages.ts';
import { LegalPage } from './legal-page.tsx';

/** `/privacy`: describes what lambdas/ and lib/ store, where, and for how long. Update it with them. */
export function PrivacyPage() {
  return (
    <LegalPage
      title={pages['/privacy'].title}
      updated="November 29, 2026"
      sections={[
        {
          title: 'Who we are',
          text: [
            `${brand.name} decides why and how your data is used and answers for it. Write to ${supportEmail()} about anything on this page.`,
          ],
        },
        {
          title: 'In short',
          text: [
            [
              'We keep what is needed to make your images and to bill for them, and nothing for advertising.',
              `Your uploads are deleted after ${uploadStorageDays} days, files that we made from them on the way after 30. Your images stay until you delete them.`,
              'Photos are processed in the United States, because the image models run there.',
              'There is no tracking and no third party’s script on this site.',
            ],
          ],
        },
        {
          title: 'What we keep, and for how long',
          text: [
            [
              'Account: email, name, the address of your profile picture if you sign in with Google, company and what your restaurant says about itself if you gave them, sign-up time; the password only as a verifier at Amazon Cognito. Until you delete the account.',
              `Photos that you upload: ${uploadStorageDays} days, in private storage.`,
              'What is made from a photo: the dish cut out of it, the parts that you marked, a copy that we repaired for a platform: 30 days, in private storage; what we read from it, such as the dish’s name: up to 28 days.',
              'Images that we made: until you delete them. The full-size files are private; previews have addresses that cannot be guessed.',
              'Deleted full-size files and files made from photos can be restored by us for 30 days and are then gone.',
              'Exports of your data and ZIP files of your images: two days, in private storage.',
              'Generations: what you chose, your promotional text, when and with which result, as part of your gallery; the text of a post and earlier ones with its picture.',
              'Not My Dish: the reason that you choose and what you write, which our staff read; with the images made again.',
              'Approvals: when you first downloaded or shared an image, its files and words, and what our checks said; with the image.',
              'Collections, saved styles and your brand kit (logo, font, colours): until you delete them.',
              'Whole menus: name, platforms and look, and each dish with its name, photo and result; until you delete the menu.',
              'Credits: an entry for every credit that came or went. Plan and customer number of the payment provider.',
              'Devices that you want to be told on: the address at your browser’s push service, until you turn notifications off, sign out or delete the account. Whether you want an email instead.',
              'Share pages: only those that you make, open to whoever has the link, until you revoke them.',
              'Logs: technical records of requests with account and generation numbers but without email or content, for 30 days, unless the operator of this site has set another time of at most a year; access records with IP address, 90 days, to find faults and abuse.',
              'What our staff change in accounts is noted in a log: the email of an account that our staff deleted stays in it without end.',
              'Backups of the database: up to 35 days.',
              'A keyed hash of your email, so that free credits are given once to each person. It cannot be turned back into the email and stays after an account is deleted.',
            ],
          ],
        },
        {
          title: 'Why, and on which legal basis',
          text: [
            [
              'To provide the service that you asked for: the contract with you.',
              'To prevent abuse and to keep the service running: our legitimate interest in both.',
              'To keep records of payments: the law.',
              'To keep settings on your device: your consent, which you can change at any time under Cookie settings.',
            ],
          ],
        },
        {
          title: 'How images are made',
          text: [
            'Your photo, the look that you chose and your instructions go to image models on Amazon Bedrock in the United States. When you choose a photo, a vision model there looks at it: at what it shows, to advise you and to suggest a name. When you have a post written, the picture, the dish’s name and what your restaurant says about itself go to a text model there. Amazon states that it neither keeps them nor trains models with them. We do not train models either. Staff see images in the back office when they look after the service or answer a complaint.',
            `Your photo is uploaded with its metadata, such as the place where it was taken, and kept like that for ${uploadStorageDays} days. The copy that we work on, and everything that is made of it, is without that metadata. Finished files carry a note in their metadata that they were made with artificial intelligence.`,
          ],
        },
        {
          title: 'Who helps us',
          text: [
            [
              'Amazon Web Services: hosting, storage, sign-in, email, image models, a vision model and a text model.',
              'Stripe: payments. Card data goes to Stripe and never reaches us.',
              'The push service of your browser (Google, Apple, Mozilla or Microsoft), only if you turn notifications on: it delivers messages that only your browser can read.',
              'Google or Apple, only if you sign in with them: they tell us your email and name, Google also the address of your profile picture.',
            ],
            'For transfers to the United States we rely on the UK Extension to the EU–US Data Privacy Framework and on standard contractual clauses. We sell no data and share it with nobody else, unless the law makes us.',
          ],
        },
        {
          title: 'Your rights',
          text: [
            'You can see, correct, take with you and delete your data, restrict its use and object to it. Much of that you can do yourself: My Account has an export of your data and the deletion of your account, the gallery deletes images. For the rest write to us; we answer within a month.',
            'If we do not do right by you, you can complain to the Information Commissioner’s Office (ico.org.uk).',
          ],
        },
        {
          title: 'Children',
          text: [
            'The service is for people who are 18 or older. We do not knowingly keep data of anybody younger.',
          ],
        },
        {
          title: 'Security',
          text: [
            'Everything travels encrypted and is stored encrypted. Each part of our system may only do what it must; full-size files are handed out by links that end after minutes. Should your data ever be at risk, we tell you and the authority as the law requires.',
          ],
        },
        {
          title: 'Changes',
          text: [
            'When this page changes in a way that matters, we tell you by email before it does. The date above is that of the last change.',
          ],
        },
      ]}
    />
  );
}
