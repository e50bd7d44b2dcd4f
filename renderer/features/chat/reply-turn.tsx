import { memo, useMemo, useRef } from 'react';
import type { Turn } from '../../../main/contract/index.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { Badge } from '../../ui/parts.tsx';
import { ForgetTurn } from '../forget/forget-turn.tsx';
import type { Span } from '../forget/selected.pure.ts';
import { useSelected } from '../forget/use-selected.ts';
import { again, ask } from './ask.ts';
import { type LiveAnswer, useChat } from './chat-store.ts';
import { Markdown } from './markdown.tsx';
import { EvidenceContext } from './marks.tsx';
import { splitGrowing } from './split-growing.pure.ts';
import { Versions, Who } from './turn-parts.tsx';

const NO_CITATIONS = [] as const;

/** What kind of answer this is, where it is not a model's ordinary one. */
function Kind({ turn }: { readonly turn: Turn }) {
  if (turn.answer?.mode === 'evidence')
    return (
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-2.5 text-sec text-text-2">
        <Badge fill="outline">
          <b className="text-text">{t('reply.evidenceOnly')}</b>
        </Badge>
        <span>{t('reply.evidenceOnly.why')}</span>
      </p>
    );
  if (turn.answer?.mode === 'unknown')
    return (
      <p className="mb-1.5 text-sec text-text-2">
        <Badge fill="dashed">
          <b className="text-text">{t('reply.unknown')}</b>
        </Badge>
      </p>
    );
  return null;
}

type EndingProps = { readonly turn: Turn; readonly offset: number; readonly isLast: boolean; readonly isBusy: boolean };

/** A reply that did not come to its end says so, and what can be done. */
function Ending({ turn, offset, isLast, isBusy }: EndingProps) {
  if (turn.status === 'complete') return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-s-[3px] border-rubric ps-3 text-sec">
      <p className="min-w-0 flex-1">{t(turn.status === 'stopped' ? 'reply.stopped' : 'reply.interrupted')}</p>
      {isLast ? (
        <>
          <Button
            size="small"
            disabled={isBusy}
            title={t('reply.continue.title')}
            onClick={() => void ask(t('reply.continue.text'))}
          >
            {t('reply.continue')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => void again(turn, offset)}>
            {t('reply.again')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

type ToolsProps = Omit<EndingProps, 'isLast'> & { readonly selected: Span | null };

function Tools({ turn, offset, isBusy, selected }: ToolsProps) {
  const { answer } = turn;
  const isTemporary = useChat((state) => state.isTemporary);
  const copy = async () => {
    if (await copyText(turn.text)) announce(t('common.copied'));
  };
  const memories = answer?.citations.length ?? 0;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sec text-text-3">
      <Versions turn={turn} offset={offset} isBusy={isBusy} />
      <TextButton tone="quiet" onClick={copy}>
        {t('common.copy')}
      </TextButton>
      {offset > 0 ? (
        <TextButton
          tone="quiet"
          disabled={isBusy}
          title={t('reply.again.title')}
          onClick={() => void again(turn, offset)}
        >
          {t('reply.again')}
        </TextButton>
      ) : null}
      {answer?.traceId ? (
        <a
          href={hrefs.trace(answer.traceId)}
          className="text-sec text-text-2 underline decoration-transparent underline-offset-[3px] hover:decoration-current"
        >
          {memories > 0 ? t('reply.traceWith', { memories: count(memories, 'memories') }) : t('reply.trace')}
        </a>
      ) : null}
      {isTemporary ? null : <ForgetTurn turnId={turn.id} name={t('turn.reply.label')} selected={selected} />}
      <span className="flex-1" />
      {answer?.modelName ? (
        <span className="max-mid:hidden">
          {answer.modelName}
          {answer.tokensPerSecond === null
            ? ''
            : ` · ${t('reply.speed', { n: formatNumber(Math.round(answer.tokensPerSecond)) })}`}
        </span>
      ) : null}
    </div>
  );
}

type ReplyTurnProps = EndingProps & { readonly isHighlighted: boolean; readonly notice: string | null };

/** What a model wrote, or what was quoted in its place: sans, with its marks. */
export const ReplyTurn = memo(function ReplyTurn({
  turn,
  offset,
  isLast,
  isBusy,
  isHighlighted,
  notice,
}: ReplyTurnProps) {
  const citations = turn.answer?.citations ?? NO_CITATIONS;
  const words = useRef<HTMLDivElement>(null);
  const selected = useSelected(words, turn.text);
  const evidence = useMemo(() => ({ turnId: turn.id, citations }), [turn.id, citations]);
  return (
    <article
      data-turn={turn.id}
      aria-label={t('turn.reply.label')}
      className={`relative mb-5 min-h-9 ps-[3.375rem] max-mid:ps-0 ${isHighlighted ? 'bg-rubric-wash shadow-[0_0_0_8px_var(--rubric-wash)]' : ''}`}
    >
      <Who
        name={turn.answer === null && turn.speaker !== '' ? turn.speaker : t('turn.reply')}
        turn={turn.answer === null ? turn : null}
      />
      <div className="text-reply">
        <Kind turn={turn} />
        <EvidenceContext value={evidence}>
          <div ref={words}>
            <Markdown text={turn.text} citations={citations} />
          </div>
        </EvidenceContext>
      </div>
      {notice ? <p className="mt-2 text-sec text-text-2">{notice}</p> : null}
      <Ending turn={turn} offset={offset} isLast={isLast} isBusy={isBusy} />
      <Tools turn={turn} offset={offset} isBusy={isBusy} selected={selected} />
    </article>
  );
});

function stageText(live: LiveAnswer): string {
  if (live.isStopping) return t('live.stopping');
  if (live.stage === 'recalling') return t('live.recalling');
  if (live.stage === 'reading') return t('live.reading', { memories: count(live.memories, 'memories') });
  return live.stage === 'writing' ? t('live.writing') : t('live.sending');
}

/** The answer on its way. Marks are numbers until their sources are known. */
export function LiveReply({ live }: { readonly live: LiveAnswer }) {
  const { settled, open } = splitGrowing(live.text);
  return (
    <article
      aria-label={t('turn.reply.label')}
      aria-busy="true"
      className="relative mb-5 min-h-9 ps-[3.375rem] max-mid:ps-0"
    >
      <Who name={t('turn.reply')} turn={null} />
      <div className="text-reply">
        {settled === '' ? null : <Markdown text={settled} citations={NO_CITATIONS} />}
        <div className={settled === '' ? '' : 'mt-2.5'}>
          <Markdown text={open} citations={NO_CITATIONS} />
        </div>
      </div>
      {live.text === '' || live.isStopping ? <p className="text-ui text-text-2">{stageText(live)}</p> : null}
    </article>
  );
}
