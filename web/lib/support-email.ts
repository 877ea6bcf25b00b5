import { pageSetting } from './page-setting.ts';

/** The support address, which the deployment writes into the page. */
export function supportEmail(): string {
  return pageSetting('support-email');
}
