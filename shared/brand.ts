/** Name, tagline and addresses of the product: the one place to change them. */
export const brand = {
  name: 'PlatePost',
  tagline: 'From plate to post in under 60 seconds',
  /** Placeholder in texts, replaced by the stage's setting `supportEmail` if it has one. */
  supportEmail: 'support@platepost.example',
  /**
   * Names our own entries in the metadata of delivered files. A placeholder: replace it by a domain that you own before
   * production, because files that have left cannot be changed.
   */
  domain: 'platepost.example',
  /** Drawn on images of plans that have a watermark (customer-product.md section 9). */
  watermark: 'Made with PlatePost Free',
} as const;
