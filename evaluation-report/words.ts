import type { MetricName, SliceBy } from '../main/evaluation/report/figures.ts';
import type { Outcome } from '../main/evaluation/report-page/page-format.pure.ts';
import { show, showNumber } from './charts/estimate.ts';

type Metric = {
  readonly label: string;
  readonly unit: 'share' | 'number';
  readonly better: 'more' | 'less' | 'neither';
  readonly says: string;
};

/** What each measure is, for somebody who has never heard of it. */
export const METRICS: Readonly<Record<MetricName, Metric>> = {
  accuracy: {
    label: 'Right answers',
    unit: 'share',
    better: 'more',
    says: 'answers that are right, of all questions asked',
  },
  score: {
    label: 'Score with part marks',
    unit: 'share',
    better: 'more',
    says: 'part marks for answers that are right in part, less a penalty for outdated values',
  },
  stale: {
    label: 'Outdated answers',
    unit: 'share',
    better: 'less',
    says: 'answers that give a value that is no longer so, of questions whose value has changed',
  },
  abstention: {
    label: 'Knew that it is unknown',
    unit: 'share',
    better: 'more',
    says: 'said that it does not know, of questions that nothing said answers',
  },
  falseAbstention: {
    label: 'Wrongly did not know',
    unit: 'share',
    better: 'less',
    says: 'said that it does not know, of questions that can be answered',
  },
  conflict: {
    label: 'Both sides named',
    unit: 'share',
    better: 'more',
    says: 'named both values, of questions about two that stand against each other',
  },
  hit10: {
    label: 'Evidence in the first ten',
    unit: 'share',
    better: 'more',
    says: 'questions for which at least one turn of the evidence is among the first ten found',
  },
  turnRecall10: {
    label: 'Share of evidence in the first ten',
    unit: 'share',
    better: 'more',
    says: 'how much of the evidence is among the first ten found',
  },
  turnRecall: {
    label: 'Share of evidence found',
    unit: 'share',
    better: 'more',
    says: 'how much of the evidence is anywhere in what was handed to the answer',
  },
  sessionRecall10: {
    label: 'Share of sittings in the first ten',
    unit: 'share',
    better: 'more',
    says: 'how many of the sittings that hold evidence are among the first ten found',
  },
  reciprocalRank: {
    label: 'How early the evidence comes',
    unit: 'share',
    better: 'more',
    says: 'one divided by the place of the first evidence: 100% means always first',
  },
  firstRank: {
    label: 'Place of the first evidence',
    unit: 'number',
    better: 'less',
    says: 'mean place of the first evidence, of questions where some was found',
  },
  closure: {
    label: 'All evidence found',
    unit: 'share',
    better: 'more',
    says: 'questions for which everything that the answer needs was found',
  },
  tokens: {
    label: 'Tokens handed over',
    unit: 'number',
    better: 'less',
    says: 'how much text was handed to the answer, in tokens (about three quarters of a word each)',
  },
  fragments: {
    label: 'Fragments handed over',
    unit: 'number',
    better: 'neither',
    says: 'how many pieces were handed to the answer',
  },
};

export const showMetric = (metric: MetricName, value: number): string =>
  METRICS[metric].unit === 'share' ? show(value) : showNumber(value, 1);

/** A mark that stands beside the word, so that an outcome is not told by colour. */
export const OUTCOME_MARKS: Readonly<Record<Outcome, string>> = {
  right: '✓',
  wrong: '✗',
  stale: '↺',
  'did not know': '?',
  'knew that it is unknown': '✓',
  'evidence found': '✓',
  'evidence found in part': '◐',
  'evidence missed': '✗',
  'nothing to score': '·',
  failed: '!',
  missing: '–',
};

export const OUTCOME_SAYS: Readonly<Record<Outcome, string>> = {
  right: 'The answer meets the reference and gives no outdated value.',
  wrong: 'The answer does not meet the reference.',
  stale: 'The answer gives a value that was right before and is so no longer.',
  'did not know': 'The memory said that it does not know, and the history holds an answer.',
  'knew that it is unknown': 'Nothing said answers the question, and the memory said so.',
  'evidence found': 'No answer was asked for; all of the evidence was handed over.',
  'evidence found in part': 'No answer was asked for; some of the evidence was handed over.',
  'evidence missed': 'No answer was asked for; none of the evidence was handed over.',
  'nothing to score': 'Neither an answer nor evidence could be scored.',
  failed: 'The system failed at this question. It counts against it.',
  missing: 'The run holds no line for this question. It counts against the system.',
};

/** Keys of slices as people say them. */
export function sayKey(by: SliceBy, key: string): string {
  if (by === 'age') return key === 'none' ? 'nothing said answers it' : key;
  if (by === 'truth') return key === 'current' ? 'about now' : 'about an earlier time';
  if (by === 'checkpoint') return key;
  return key.replaceAll('-', ' ');
}

export const plural = (n: number, one: string, many = `${one}s`): string => `${showNumber(n)} ${n === 1 ? one : many}`;
