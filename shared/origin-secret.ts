/**
 * The header in which CloudFront sends the API's functions a secret of the deployment. They answer nothing without it: the
 * HTTP API's own address would walk around the web ACL, and its callers could name any origin as the viewer's.
 */
export const originSecretHeader = 'x-origin-secret';
