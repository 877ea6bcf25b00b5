import { brand } from '#shared/brand.ts';
import { supportEmail } from '#web/lib/support-email.ts';
import { pages } from '#web/pages/pages.ts';
import { LegalPage } from './legal-page.tsx';

/** `/labels`: the metadata that a picture contains, how to check it, and what Google and the European Union expect. */
export function LabelsPage() {
  return (
    <LegalPage
      title={pages['/labels'].title}
      updated="November 29, 2026"
      sections={[
        {
          title: 'What every picture carries',
          text: [
            `A picture made here says so itself, in two ways that programs read and guests do not see.`,
            [
              'A field of the photo standard IPTC, the digital source type. “Trained algorithmic media” means that a model drew the picture; “composite with trained algorithmic media” means that the dish was cut from your photo, and a model drew what surrounds it; “algorithmically enhanced” means that only light, sharpness or the focus of the background of your photo changed.',
              'Content Credentials: a record in the open standard C2PA, signed by us, in each picture that you download or share. It says what was done, in order: made, composed with your photo, cut, words set on it, watermarked. Where we could measure how far the dish differs from your photo, the figures are in it. Should signing fail, you get the picture with the field alone, as you do when you have it repaired for a delivery app.',
            ],
            'If you edit a picture made here, the new one has the stronger mark of the two, and its record begins with the picture that it was made from. It has figures only if the dish in that picture was still as in your photo.',
            'Your own photo, which you get back when no model could draw, carries no claim that a model drew in it: its record says only that none of ours did. No record holds your name, your email, a place or your prompt; the dish’s name is in it as the file’s title.',
          ],
        },
        {
          title: 'How to check it',
          text: [
            'Open the file in any reader of Content Credentials, such as the one at contentcredentials.org/verify. “Valid” means that nobody has changed the picture since we signed it. One changed pixel, and the reader says so. The reader also says who signed, and whether it knows the signer.',
          ],
        },
        {
          title: 'What Google expects',
          text: [
            [
              'Google Search reads the IPTC field and Content Credentials, and may tell people under “About this image” that a picture was made or changed with AI.',
              'Merchant Center: pictures made with generative AI must keep the field that says so. Do not remove it.',
              'Business Profile: photos must represent reality. Use a picture that keeps your dish exactly as it is, in surroundings like yours.',
            ],
          ],
        },
        {
          title: 'What the European Union expects',
          text: [
            'Article 50 of the AI Act applies since August 2, 2026. Who offers a system that makes pictures must mark them so that machines can tell: that is us, and the two marks above are how we do it. The Union’s voluntary code of practice also asks for an invisible watermark; our pictures have none yet.',
            'Who publishes a picture that people could take for an ordinary photo of something real may have to say that it was made with AI. On a menu, “Picture made with AI from a photo of this dish” is enough to be honest. This page is no legal advice.',
          ],
        },
        {
          title: 'How the marks stay in',
          text: [
            [
              'Post the file that you downloaded. A screenshot has no marks, and a file saved again by another program often has none, or a record that no longer fits.',
              'Some social networks and delivery apps remove what is in a file when they make their own copies. What you gave them was marked.',
              'Share pages say it in words, too: “Made with AI”, or “A photo of the dish” where no model of ours drew.',
            ],
            `Questions about a picture: ${supportEmail()}. ${brand.name} never removes a mark.`,
          ],
        },
      ]}
    />
  );
}
