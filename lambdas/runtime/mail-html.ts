import { brand } from '#shared/brand.ts';
import { readVariable } from './env.ts';

/**
 * The HTML of a mail to a customer.
 * @param content, footer HTML: text from users must be escaped.
 */
export function mailHtml(content: string, footer = ''): string {
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#f6eee3;color:#1f1a17;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;background:#fffbf5;border:1px solid #eadfce;border-radius:16px;padding:32px">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${brand.name}</p>
${content}
<p style="margin:0;color:#6b5d52;font-size:14px">${brand.tagline}<br>Questions? Write to ${readVariable('SUPPORT_EMAIL')}${footer}</p>
</div>
</body>
</html>`;
}
