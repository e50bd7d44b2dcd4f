import type { Role } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { useApp } from './app-store.ts';

/** A device as people call it; a name that is not known here is shown as it stands. */
export function deviceName(device: string): string {
  if (/^cpu$/i.test(device)) return t('device.processor');
  return /^(gpu|cuda|vulkan|metal)$/i.test(device) ? t('device.graphics', { name: device }) : device;
}

/** The owner of the folder is "You"; exports call the same person "user". Everybody else has a name. */
export function speakerName(speaker: string): string {
  const owner = useApp.getState().settings?.ownerName ?? '';
  return speaker === '' || speaker.toLowerCase() === 'user' || (owner !== '' && speaker === owner)
    ? t('turn.you')
    : speaker;
}

/** Serif is testimony: what a person or document said. What a model wrote, quoted or not, is sans. */
export const voiceOf = (role: Role | null): string => (role === 'assistant' ? '' : 'font-serif');
