import { h } from '../audit-viewer/dom.ts';
import type { MetricName } from '../main/evaluation/report/figures.ts';
import type { Report } from '../main/evaluation/report/report.ts';
import { swatch } from './series.ts';
import { allArms, firstArms, metricsOf, type View } from './view.ts';
import { METRICS } from './words.ts';

/** Chooses the measure and the arms of all charts at once. */
export function controls(
  report: Report,
  onChange: (view: View) => void,
): { readonly element: HTMLElement; readonly view: View } {
  const metrics = metricsOf(report);
  const arms = allArms(report);
  const chosen = new Set(firstArms(report));
  let metric: MetricName = metrics.includes('accuracy') ? 'accuracy' : (metrics[0] ?? 'accuracy');
  const view = (): View => ({ report, metric, arms: arms.filter(({ name }) => chosen.has(name)) });
  const says = h('p', { class: 'quiet' }, `${METRICS[metric].says}.`);
  const select = h(
    'select',
    {
      id: 'measure',
      change: () => {
        metric = metrics.find((name) => name === select.value) ?? metric;
        says.textContent = `${METRICS[metric].says}.`;
        onChange(view());
      },
    },
    ...metrics.map((name) => h('option', { value: name, selected: name === metric }, METRICS[name].label)),
  );
  const boxes = arms.map(({ name, look }) => {
    const box = h('input', {
      type: 'checkbox',
      checked: chosen.has(name),
      change: () => {
        if (box.checked) chosen.add(name);
        else chosen.delete(name);
        onChange(view());
      },
    });
    return h('label', { class: 'arm' }, box, swatch(look), h('span', {}, name));
  });
  const element = h(
    'div',
    { class: 'controls', role: 'group', 'aria-label': 'What the charts show' },
    h('label', { class: 'measure' }, h('span', {}, 'Measure'), select),
    says,
    h('fieldset', {}, h('legend', {}, 'Arms in the charts'), ...boxes),
  );
  return { element, view: view() };
}
