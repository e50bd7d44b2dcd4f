import { h } from '../../audit-viewer/dom.ts';
import type { Report, ReportedFinding } from '../../main/evaluation/report/report.ts';
import { dataTable, nothing, section } from '../figure.ts';
import { plural } from '../words.ts';

/** A box above everything where the figures may not be relied on; null where they may. */
export function invalidBox({ isValid, invalid }: Report): HTMLElement | null {
  if (isValid) return null;
  return h(
    'section',
    { class: 'box bad', 'aria-labelledby': 'invalid-heading' },
    h('h2', { id: 'invalid-heading' }, '✗ These figures are not valid'),
    h(
      'p',
      {},
      'The check of the run found something that makes its figures worthless. They are shown so that the cause can be looked for.',
    ),
    h('ul', {}, ...invalid.map((why) => h('li', {}, why))),
    h('p', {}, h('a', { href: '#findings' }, 'What the check found')),
  );
}

/** Whether the run reached what was written down before it; null without a gate. */
export function gateBox({ gate, isValid }: Report): HTMLElement | null {
  if (gate === null) return null;
  const holds = gate.holds && isValid;
  const box = h(
    'div',
    { class: `box ${holds ? 'good' : 'bad'}` },
    h('p', { class: 'verdict' }, holds ? '✓ The gate holds' : '✗ The gate does not hold'),
    h('p', {}, `“${gate.name}”, written down ${gate.registeredAt}, for the arm “${gate.arm}”.`),
    dataTable({
      caption: 'Each thing that was demanded',
      columns: ['Demand', 'Reached', 'Needed', 'Holds'],
      rows: gate.lines.map(({ what, value, comparison, threshold, holds: isMet }) => [
        ...[what, value === null ? 'could not be observed' : figureOf(value)],
        ...[`${comparison === '>=' ? 'at least' : 'at most'} ${figureOf(threshold)}`, isMet ? '✓ yes' : '✗ no'],
      ]),
    }),
  );
  return section(
    {
      id: 'gate',
      heading: 'What was promised before the run',
      says: 'Thresholds that were written down before anything was measured, and whether they were reached.',
      saysNot: 'It does not say whether the thresholds were ambitious.',
    },
    box,
  );
}

const figureOf = (value: number): string => String(Number(value.toPrecision(4)));

/** What the audit of the run found. */
export function findingsView(
  { findings, notObservable }: Report,
  open: (finding: ReportedFinding) => void,
): HTMLElement {
  const sorted = findings.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  const list =
    sorted.length === 0
      ? nothing('Nothing was found.')
      : h('ul', { class: 'findings' }, ...sorted.slice(0, MOST).map((finding) => drawFinding(finding, open)));
  const more =
    sorted.length > MOST
      ? h('p', { class: 'quiet' }, `${plural(sorted.length - MOST, 'more finding')} in report.json.`)
      : null;
  const hidden =
    notObservable.length === 0
      ? null
      : dataTable({
          caption: 'What a system does not tell, so that nobody can check it',
          columns: ['Arm', 'What', 'Observations'],
          rows: notObservable.map(({ arm, field, observations }) => [
            arm,
            FIELDS[field] ?? field,
            observations.toLocaleString('en-GB'),
          ]),
        });
  return section(
    {
      id: 'findings',
      heading: 'What the check of the run found',
      says: 'Every run is checked for faults that would make its figures worthless: parts that silently return nothing, words from the future, a wrong clock.',
      saysNot: 'It does not say that a fault of another kind cannot be there.',
    },
    ...[list, more, hidden],
  );
}

const MOST = 200;

/** Fields of observations in words. */
const FIELDS: Readonly<Record<string, string>> = {
  isAbstaining: 'whether it says that it does not know',
  contextTokens: 'tokens that were handed over',
  transition: 'what asking did to the memory',
  'execution.legs': 'what its ways of finding did',
  'execution.candidates': 'what it considered and left out',
  'execution.askedAt': 'the clock by which it asked',
  'execution.settings': 'settings as they were used',
  'execution.configHash': 'the hash of its parts',
  'execution.embeddingSpace': 'how it compares meanings',
  'execution.generation': 'the state of its index',
};

function drawFinding(finding: ReportedFinding, open: (finding: ReportedFinding) => void): HTMLElement {
  const { severity, message, code, count, arm, trajectory, checkpoint, probe } = finding;
  const where = [arm, trajectory, checkpoint, probe].filter((one) => one !== null).join(' · ');
  return h(
    'li',
    { class: severity === 'invalid' ? 'bad' : '' },
    h('b', {}, severity === 'invalid' ? '✗ makes the figures invalid: ' : '! to know: '),
    message,
    count > 1 ? ` (and ${plural(count - 1, 'more of its kind', 'more of its kind')})` : '',
    ' ',
    h('span', { class: 'quiet' }, where === '' ? code : `${where} (${code})`),
    where === ''
      ? null
      : h('button', { type: 'button', class: 'link', click: () => open(finding) }, 'Show the observations'),
  );
}
