import { useCallback, useEffect, useState } from 'react';
import type { EntityId } from '../../../main/contract/index.ts';
import { go } from '../../router.ts';
import type { AsOf } from './as-of.pure.ts';

/** A browser refuses more than some hundred changes of its address in a few seconds, and a handle makes many. */
const WRITE_AFTER_MS = 250;

type Place = { readonly subject: EntityId | null; readonly trueOn: string | null; readonly knownOn: string | null };

/** The days looked at: moved at once, and written into the address once they rest. */
export function useAsOf({ subject, trueOn, knownOn }: Place): readonly [AsOf, (asOf: AsOf) => void] {
  const [asOf, setAsOf] = useState<AsOf>({ trueOn, knownOn });
  useEffect(() => {
    setAsOf((before) => (before.trueOn === trueOn && before.knownOn === knownOn ? before : { trueOn, knownOn }));
  }, [trueOn, knownOn]);
  useEffect(() => {
    if (asOf.trueOn === trueOn && asOf.knownOn === knownOn) return;
    const timer = window.setTimeout(() => go({ name: 'memory', subject, ...asOf }, { replace: true }), WRITE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [asOf, subject, trueOn, knownOn]);
  return [asOf, useCallback((next: AsOf) => setAsOf(next), [])];
}
