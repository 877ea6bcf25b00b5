/** The user pool. Cognito's client is loaded by the first call that needs it: hardly a request does. */
type Users = typeof import('./cognito-users.ts');

const users = (): Promise<Users> => import('./cognito-users.ts');

export const findPoolUser: Users['findPoolUser'] = async (...call) => (await users()).findPoolUser(...call);
export const updatePoolUser: Users['updatePoolUser'] = async (...call) =>
  (await users()).updatePoolUser(...call);
export const setGroup: Users['setGroup'] = async (...call) => (await users()).setGroup(...call);
