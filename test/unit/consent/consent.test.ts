import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSwitch } from '../../../main/consent/consent.pure.ts';

describe('consent/decideSwitch', () => {
  it('is off everywhere where it is off in the settings', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.option(fc.boolean()), (space, conversation) => {
        expect(decideSwitch({ settings: false, space, conversation })).toEqual({ isOn: false, by: 'settings' });
      }),
    );
  });

  it('follows the space unless the conversation has its own word', () => {
    expect(decideSwitch({ settings: true, space: false, conversation: null })).toEqual({ isOn: false, by: 'space' });
    expect(decideSwitch({ settings: true, space: false, conversation: true })).toEqual({
      isOn: true,
      by: 'conversation',
    });
    expect(decideSwitch({ settings: true, space: true, conversation: false })).toEqual({
      isOn: false,
      by: 'conversation',
    });
  });
});
