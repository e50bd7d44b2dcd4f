import type { AuditReport } from '../main/audit/verify/report.pure.ts';
import { h } from './dom.ts';
import { showCount } from './words.ts';

const inGroups = (fingerprint: string): string => fingerprint.replace(/(.{8})(?=.)/g, '$1 ');

/** What the check found, in plain words. */
export function reportView(report: AuditReport): readonly HTMLElement[] {
  const { counts } = report;
  const closed = [
    ...(counts.covered > 0 ? [`${showCount(counts.covered, 'record')} covered up or outside of the chosen part`] : []),
    ...(counts.erased > 0 ? [`${showCount(counts.erased, 'record')} forgotten`] : []),
  ];
  const verdict = report.ok
    ? [
        h('p', { class: 'verdict good' }, '✓ Unbroken and unchanged'),
        h(
          'p',
          {},
          `All ${showCount(counts.records, 'record')} follow one another from the first one on, and every byte is as the manifest lists it.${closed.length > 0 ? ` Of these, ${closed.join(' and ')}: their seals stand in the chain, the words are not here.` : ''}`,
        ),
      ]
    : [
        h('p', { class: 'verdict bad' }, `✗ Not sound: ${showCount(report.problems.length, 'problem')}`),
        h(
          'ul',
          { class: 'problems' },
          ...report.problems.map(({ message, fix }) => h('li', {}, message, ' ', h('span', { class: 'quiet' }, fix))),
        ),
      ];
  const key =
    report.fingerprint === null
      ? []
      : [h('p', {}, 'The key that signed it: ', h('code', { class: 'key' }, inGroups(report.fingerprint)))];
  return [...verdict, ...key, h('ul', { class: 'notes' }, ...report.notes.map((note) => h('li', {}, note)))];
}
