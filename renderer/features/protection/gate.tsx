import { type ReactNode, useEffect } from 'react';
import { api, useConnection } from '../../api.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { Loading } from '../../ui/parts.tsx';
import { ChangingScreen } from './changing-screen.tsx';
import { LockScreen } from './lock-screen.tsx';
import { loadProtection, noteShown, touch, useProtection } from './protection-store.ts';
import { RecoveryScreen } from './recovery-screen.tsx';

function useProtectionNews(): void {
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => api.on('protection.changed', () => void loadProtection()), []);
  useEffect(() => {
    if (epoch > 0) void loadProtection();
  }, [epoch]);
  useEffect(() => {
    const seen = () => touch(now().getTime());
    window.addEventListener('pointerdown', seen);
    window.addEventListener('keydown', seen);
    return () => {
      window.removeEventListener('pointerdown', seen);
      window.removeEventListener('keydown', seen);
    };
  }, []);
}

function Shown({ children }: { readonly children: ReactNode }) {
  useEffect(noteShown, []);
  return children;
}

/** Lets the app be seen only while the folder is open. */
export function ProtectionGate({ children }: { readonly children: ReactNode }) {
  useProtectionNews();
  const { status, isKnown, recoveryKey, isAnotherKey } = useProtection();
  const connection = useConnection((state) => state.state);
  if (status?.state === 'locked') return <LockScreen status={status} />;
  if (status?.state === 'changing') return <ChangingScreen />;
  if (recoveryKey !== null) return <RecoveryScreen recoveryKey={recoveryKey} isAnother={isAnotherKey} />;
  // Whether it is locked is not known yet: nothing is asked for that may not be answered.
  if (!isKnown && (connection === 'open' || connection === 'connecting'))
    return (
      <div className="h-full bg-leaf p-11">
        <Loading label={t('protection.opening')} />
      </div>
    );
  return <Shown>{children}</Shown>;
}
