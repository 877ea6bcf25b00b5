/**
 * The header in which CloudFront sends the deployment's secret to the API's functions. They refuse requests without it:
 * callers of the HTTP API's own address would bypass the web ACL and could name any origin as the viewer's.
 */
export const originSecretHeader = 'x-origin-secret';
