import { AwsError } from '#src/aws/aws-error.ts';
import { parseXml, type XmlElement } from '#src/aws/xml.ts';

/** Reads a request's XML. Throws MalformedXML (400) when it is not well formed or its root is not `rootName`. */
export function readXml(body: Buffer, rootName: string): XmlElement {
  let root: XmlElement | undefined;
  try {
    root = parseXml(body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (root?.name !== rootName) {
    throw new AwsError(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  return root;
}
