/** Name, tagline and addresses of the product: the one place to change them. */
export const brand = {
  name: 'PlatePost',
  tagline: 'From plate to post in under 60 seconds',
  /** Stands where a deployment has no `supportEmail` in its settings, and is replaced where it has. */
  supportEmail: 'support@platepost.example',
  /** Drawn on images of plans that have a watermark (customer-product.md section 9). */
  watermark: 'Made with PlatePost Free',
} as const;
