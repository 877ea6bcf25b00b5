import { describe, expect, it } from 'vitest';
import { signInMessage, signInProblem, signUpMessage, signUpProblem } from '#web/pages/frame/credentials.ts';

const form = {
  email: 'chef@bistro.example',
  password: 'six666',
  confirmation: 'six666',
  fullName: 'Chef',
  company: '',
};

describe('the sign-up of the landing page', () => {
  it.each([
    ['email', { email: '  ' }],
    ['password', { password: '' }],
    ['full name', { fullName: ' ' }],
  ])('asks for the %s', (_name, change) => {
    // B5.16
    expect(signUpProblem({ ...form, ...change })).toBe('Please fill in all required fields');
  });

  it('compares the passwords', () => {
    // B5.17
    expect(signUpProblem({ ...form, confirmation: 'other1' })).toBe('Passwords do not match');
  });

  it('asks for six characters', () => {
    // B5.18
    expect(signUpProblem({ ...form, password: 'five5', confirmation: 'five5' })).toBe(
      'Password must be at least 6 characters long',
    );
  });

  it.each(['       ', ' secret', 'secret '])('refuses spaces around the password: “%s”', (password) => {
    expect(signUpProblem({ ...form, password, confirmation: password })).toBe(
      'Password cannot begin or end with a space',
    );
  });

  it('needs no company', () => {
    // B5.19
    expect(signUpProblem(form)).toBeUndefined();
  });

  it.each([
    [new Error('Password did not conform with policy'), 'Password did not conform with policy'],
    [
      Object.assign(new Error(''), { name: 'AlreadyRegistered' }),
      'An account with this email already exists. Please sign in instead.',
    ],
    [
      Object.assign(new Error('Username should be an email.'), { name: 'InvalidParameterException' }),
      'Please enter a valid email address',
    ],
    [Object.assign(new Error('Something else'), { name: 'InvalidParameterException' }), 'Something else'],
    [new Error(''), 'Sign up failed'],
    ['broken', 'An error occurred during signup'],
  ])('shows the returned error: %s', (error, words) => {
    // C8.3, C8.11, B8.6
    expect(signUpMessage(error)).toBe(words);
  });
});

describe('the sign-in of the landing page', () => {
  it.each([
    { email: '', password: 'secret' },
    { email: 'chef@bistro.example', password: '' },
  ])('asks for what is missing: %o', (typed) => {
    // B5.20
    expect(signInProblem(typed)).toBe('Please fill in email and password');
  });

  it.each([
    [new Error('Incorrect username or password.'), 'Incorrect username or password.'],
    [
      Object.assign(new Error('Password attempts exceeded'), { name: 'NotAuthorizedException' }),
      'Too many attempts. Please try again later.',
    ],
    [new Error(' '), 'Sign in failed'],
    [new TypeError('Failed to fetch dynamically imported module'), 'Sign in failed'],
    [undefined, 'Sign in failed'],
  ])('shows the returned error: %s', (error, words) => {
    expect(signInMessage(error)).toBe(words);
  });
});
