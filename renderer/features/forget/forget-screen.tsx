import { ChoosePage } from './choose-page.tsx';
import { DonePage } from './done-page.tsx';
import { useForget } from './forget-store.ts';
import { PreviewPage } from './preview-page.tsx';
import { WorkingPage } from './working-page.tsx';

/** Forgetting: choose, look, wait, work, receipt. */
export function ForgetScreen() {
  const { chosen, running, done } = useForget();
  if (running !== null) return <WorkingPage running={running} />;
  if (done !== null) return <DonePage {...done} />;
  // Another selection is another page: nothing typed or unfolded there is carried over.
  return chosen === null ? <ChoosePage /> : <PreviewPage key={JSON.stringify(chosen.selection)} chosen={chosen} />;
}
