import { type FormEvent, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/parts.tsx';
import { isAgreed, NewPassphraseFields, NO_PASSPHRASE } from './new-passphrase.tsx';
import { protect, useProtection } from './protection-store.ts';

/** The first passphrase: what it does, what it costs, and that nobody can bring it back. */
export function SetPassphrase() {
  const [wanted, setWanted] = useState(NO_PASSPHRASE);
  const { task, failure } = useProtection();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await protect(wanted.first);
  };
  return (
    <section aria-labelledby="set-passphrase">
      <h2 id="set-passphrase" className="text-[1.25rem] leading-7">
        {t('protection.set')}
      </h2>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('protection.set.what')}</p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <NewPassphraseFields value={wanted} onChange={setWanted} />
        <p className="max-w-[68ch] border-s-[3px] border-rule-2 ps-4 text-text">{t('protection.set.lost')}</p>
        {failure?.task === 'protect' ? <Failure>{failure.failure.message}</Failure> : null}
        <div>
          <Button type="submit" variant="primary" disabled={task !== null || !isAgreed(wanted)}>
            {task === 'protect' ? t('protection.working') : t('protection.set.do')}
          </Button>
        </div>
      </form>
    </section>
  );
}
