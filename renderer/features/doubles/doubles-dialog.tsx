import type { MergeProposal } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/parts.tsx';
import { DoneBar } from '../memory/done-bar.tsx';
import { nameOf } from '../memory/words.ts';
import {
  closeDoubles,
  keepApart,
  mergeDoubles,
  openDoubles,
  proposalsOf,
  undoKeepApart,
  useDoubles,
} from './doubles-store.ts';

function Side({ name, facts }: { readonly name: string; readonly facts: readonly string[] }) {
  return (
    <div className="min-w-0">
      <h4 className="font-semibold text-text">
        <bdi>{name}</bdi>
      </h4>
      <ul className="text-sec">
        {facts.map((fact) => (
          <li key={fact} dir="auto" className="break-words">
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Proposal({ proposal, isBusy }: { readonly proposal: MergeProposal; readonly isBusy: boolean }) {
  const { from, into, why, fromFacts, intoFacts } = proposal;
  const names = { from: nameOf(from), into: nameOf(into) };
  return (
    <li className="border-t border-rule py-3">
      <h3 className="text-sec text-text-2">{t(`doubles.why.${why}`)}</h3>
      <div className="my-2 grid grid-cols-2 gap-x-5">
        <Side name={names.from} facts={fromFacts} />
        <Side name={names.into} facts={intoFacts} />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <Button size="small" disabled={isBusy} onClick={() => void mergeDoubles([proposal])}>
          {t('doubles.one', { into: names.into })}
        </Button>
        <TextButton disabled={isBusy} aria-label={t('doubles.two.of', names)} onClick={() => void keepApart(proposal)}>
          {t('doubles.two')}
        </TextButton>
      </div>
    </li>
  );
}

function KeptApart() {
  const { keptApart, isBusy } = useDoubles();
  if (keptApart === null) return null;
  return (
    <p className="flex items-baseline gap-2.5 border-y border-rule py-2 text-sec">
      <span className="min-w-0 flex-1 text-text">
        {t('doubles.apart', { from: nameOf(keptApart.from), into: nameOf(keptApart.into) })}
      </span>
      <TextButton disabled={isBusy} onClick={() => void undoKeepApart()}>
        {t('common.undo')}
      </TextButton>
    </p>
  );
}

/** The plan of merges, pair by pair, with what is known of both. */
function DoublesDialog() {
  const state = useDoubles();
  const proposals = proposalsOf(state);
  const sure = proposals.filter(({ isSure }) => isSure);
  return (
    <Dialog label={t('doubles.title')} isLabelShown width="wide" onClose={closeDoubles}>
      <DialogBody
        actions={
          <>
            {sure.length > 1 ? (
              <Button variant="quiet" disabled={state.isBusy} onClick={() => void mergeDoubles(sure)}>
                {t('doubles.all', { pairs: count(sure.length, 'pair') })}
              </Button>
            ) : null}
            <Button onClick={closeDoubles}>{t('common.close')}</Button>
          </>
        }
      >
        <p>{t('doubles.what')}</p>
        {state.failure ? <Failure>{state.failure.message}</Failure> : null}
        <DoneBar />
        <KeptApart />
        {proposals.length === 0 ? <p className="text-lead text-text">{t('doubles.none')}</p> : null}
        <ul>
          {proposals.map((proposal) => (
            <Proposal key={`${proposal.from.id} ${proposal.into.id}`} proposal={proposal} isBusy={state.isBusy} />
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}

/** Says that some names look like one, where any do. */
export function DoublesLine() {
  const proposals = useDoubles(proposalsOf);
  const isOpen = useDoubles((state) => state.isOpen);
  return (
    <>
      {proposals.length > 0 ? (
        <p className="mb-3 text-sec text-text-2">
          {t('doubles.line', { pairs: count(proposals.length, 'pair') })}{' '}
          <button type="button" className="act" aria-haspopup="dialog" onClick={openDoubles}>
            {t('doubles.look')}
          </button>
        </p>
      ) : null}
      {isOpen ? <DoublesDialog /> : null}
    </>
  );
}
