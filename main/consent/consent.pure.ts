import type { ConsentSwitch } from '../contract/spaces.ts';

/** Switches that say something; null where one leaves it to the others. */
export type SwitchChain = {
  readonly settings: boolean;
  readonly space: boolean;
  readonly conversation: boolean | null;
};

/**
 * Off in the settings is off everywhere; otherwise a conversation's own word goes before that of its space. What nobody
 * switched off is on.
 */
export function decideSwitch({ settings, space, conversation }: SwitchChain): ConsentSwitch {
  if (!settings) return { isOn: false, by: 'settings' };
  if (conversation !== null) return { isOn: conversation, by: 'conversation' };
  return { isOn: space, by: 'space' };
}
