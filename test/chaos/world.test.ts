import { describe, expect, it } from 'vitest';
import { RequestLog } from './world.ts';

describe('a log of requests', () => {
  it('tells what was accepted, what was refused, and what nobody knows', () => {
    const log = new RequestLog<string>();
    for (const id of ['refused', 'accepted', 'lost']) log.begin(id, 'first');
    log.end('refused', 'first', 'refused');
    log.end('accepted', 'first', 'accepted');
    expect(log.ids('refused')).toEqual(['refused']);
    expect(log.ids('accepted')).toEqual(['accepted']);
    expect(log.ids('unknown')).toEqual(['lost']);
  });

  it('lets no later refusal hide that a request was accepted, or may have been', () => {
    const log = new RequestLog<string>();
    for (const id of ['accepted', 'lost']) log.begin(id, 'first');
    log.end('accepted', 'first', 'accepted');
    for (const id of ['accepted', 'lost']) {
      log.begin(id, 'other');
      log.end(id, 'other', 'refused');
    }
    expect(log.get('accepted')).toEqual({ what: 'first', answer: 'accepted' });
    expect(log.get('lost')).toEqual({ what: 'first', answer: 'unknown' });
  });
});
