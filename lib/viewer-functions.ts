import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { appAddresses, missingPageFile, publicPages, sessionHintCookie } from '#shared/public-pages.ts';

/**
 * The functions that run at the edge.
 * @param rootFiles Names of the files in the site's folder itself.
 */
export function viewerFunctions(scope: Construct, rootFiles: readonly string[]) {
  const { VIEWER_REQUEST, VIEWER_RESPONSE } = FunctionEventType;
  const viewerFunction = (id: string, code: string, eventType = VIEWER_REQUEST) => ({
    eventType,
    function: new CloudFrontFunction(scope, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    }),
  });
  const choice = fileOf(rootFiles.map((name) => `/${name}`));
  return {
    pageRequests: viewerFunction('PageRequest', choice + pageRequest),
    missingPage: viewerFunction('PageResponse', choice + markMissingPage, VIEWER_RESPONSE),
    viewerOrigin: viewerFunction('ViewerOrigin', nameViewerOrigin),
  };
}

const pageFiles = Object.fromEntries(publicPages.map(({ path, file }) => [path, `/${file}`]));

/**
 * The code that maps a path to a file: public pages have a file each; the app's addresses share one file; files in
 * folders are looked up; files at the root must be in `rootFiles`. Anything else gets the page for missing addresses.
 */
function fileOf(rootFiles: readonly string[]): string {
  const known = Object.fromEntries([...rootFiles, '/config.json'].map((path) => [path, path]));
  const app = Object.fromEntries(appAddresses.map((path) => [path, '/index.html']));
  return `var files = ${JSON.stringify({ ...known, ...app, ...pageFiles })};
function fileOf(address) {
  var uri = address.length > 1 && address.endsWith('/') ? address.slice(0, -1) : address;
  var name = uri.lastIndexOf('/') + 1;
  if (name > 1 && uri.indexOf('.', name) !== -1) return uri;
  return files[uri] || files[uri.slice(0, uri.indexOf('/', 1) + 1)] || '/${missingPageFile}';
}
`;
}

/** At `/`: the landing page, unless this browser has a session or returns from a provider's sign-in. */
const pageRequest = `function handler(event) {
  var request = event.request;
  var query = request.querystring;
  var isApp = request.cookies['${sessionHintCookie}'] || query.code || query.error_description || query.error;
  request.uri = fileOf(request.uri === '/' && !isApp ? '/landing' : request.uri);
  return request;
}`;

/**
 * Gives the page for missing addresses its status 404. An error page of the distribution would also replace the API's
 * errors. The ETag is removed, because a conditional request would be answered with 304.
 */
const markMissingPage = `function handler(event) {
  var response = event.response;
  if (response.statusCode !== 200 || fileOf(event.request.uri) !== '/${missingPageFile}') return response;
  response.statusCode = 404;
  response.statusDescription = 'Not Found';
  response.headers['x-robots-tag'] = { value: 'noindex' };
  delete response.headers.etag;
  delete response.headers['last-modified'];
  return response;
}`;

/**
 * Adds the visitor's origin as a header: social-card tags and the return from a checkout need absolute addresses, and
 * the API does not see the host that the visitor requested. A link to a share page that was cut off before its id gets
 * the page that says what is wrong; the API has no route without an id.
 */
const nameViewerOrigin = `function handler(event) {
  var request = event.request;
  if (request.uri === '/s/') request.uri = '/s/none';
  request.headers['x-viewer-origin'] = { value: 'https://' + request.headers.host.value };
  return request;
}`;
