import type { Topic } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { TextButton } from '../../ui/button.tsx';
import { speakerName, voiceOf } from '../frame/names.ts';
import { setHidden } from './topics-store.ts';
import { askWithin, topicName, topicSize, topicSpan } from './words.ts';

function Quotes({ topic }: { readonly topic: Topic }) {
  return topic.quotes.map(({ turnId, text, role, speaker }) => (
    <blockquote
      key={turnId}
      dir="auto"
      className={`mt-1 line-clamp-2 text-quote leading-[1.375rem] [overflow-wrap:anywhere] ${voiceOf(role)}`}
    >
      {text} <bdi className="font-sans text-sec text-text-3">{speakerName(speaker)}</bdi>
    </blockquote>
  ));
}

/** A topic with how much was said of it and when, and two things that were. */
export function TopicRow({ topic }: { readonly topic: Topic }) {
  const name = topicName(topic);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-t border-rule py-3.5 max-mid:grid-cols-1">
      <div className="min-w-0">
        <h2 dir="auto" className="text-lead leading-6">
          <a href={hrefs.topics(topic.id)} className="font-semibold hover:underline">
            {name}
          </a>
        </h2>
        <p className="num text-sec text-text-2">
          {topicSize(topic)} · {topicSpan(topic)}
        </p>
        <div className="max-w-[46rem]">
          <Quotes topic={topic} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1 pt-0.5 max-mid:pt-2">
        <TextButton aria-label={`${t('topics.ask')}: ${name}`} onClick={() => askWithin(topic)}>
          {t('topics.ask')}
        </TextButton>
        <TextButton
          tone="quiet"
          aria-label={`${t('topics.hide')}: ${name}`}
          onClick={() => void setHidden(topic, true)}
        >
          {t('topics.hide')}
        </TextButton>
      </div>
    </li>
  );
}

/** One that the reader does not want to see. */
export function HiddenRow({ topic }: { readonly topic: Topic }) {
  const name = topicName(topic);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 py-1">
      <a dir="auto" href={hrefs.topics(topic.id)} className="act min-w-0">
        {name}
      </a>
      <span className="num text-sec text-text-2">{topicSize(topic)}</span>
      <TextButton tone="quiet" aria-label={`${t('topics.show')}: ${name}`} onClick={() => void setHidden(topic, false)}>
        {t('topics.show')}
      </TextButton>
    </li>
  );
}
