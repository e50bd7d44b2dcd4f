import { useState } from 'react';
import type { FetchProgress, ModelInfo } from '../../../main/contract/index.ts';
import { formatBytes, formatRemaining } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Badge, Bar, Failure } from '../../ui/parts.tsx';
import type { Failed } from '../failure.ts';
import { ModelRoles } from './model-roles.tsx';
import { fetchModel, pauseModel, removeModel, selectModel, verifyModel } from './models-store.ts';

const marks = { fits: '●', tight: '◐', 'too large': '⊘' } as const;

function Fit({ model }: { readonly model: ModelInfo }) {
  return (
    <p className="text-sec">
      <span aria-hidden="true" className={`me-1.5 ${model.fit === 'too large' ? 'text-rubric' : 'text-ink'}`}>
        {marks[model.fit]}
      </span>
      {t(`models.fit.${model.fit}`, { memory: formatBytes(model.memoryBytes) })}
    </p>
  );
}

function Downloading({ progress }: { readonly progress: FetchProgress }) {
  const { doneBytes, totalBytes, bytesPerSecond, step, source } = progress;
  const seconds = bytesPerSecond > 0 ? (totalBytes - doneBytes) / bytesPerSecond : Number.NaN;
  const text = t('models.progress', { done: formatBytes(doneBytes), of: formatBytes(totalBytes) });
  return (
    <div>
      <p className="num text-sec">
        <b>{text}</b>
        {step === 'downloading' && bytesPerSecond > 0 ? (
          <span className="text-text-2">
            {' '}
            · {t('models.rate', { rate: formatBytes(bytesPerSecond) })}
            {Number.isFinite(seconds) ? ` · ${formatRemaining(seconds)}` : ''}
          </span>
        ) : (
          <span className="text-text-2"> · {t(`models.step.${step}`)}</span>
        )}
      </p>
      <Bar share={totalBytes > 0 ? doneBytes / totalBytes : 0} label={text} className="mt-1.5 max-w-[11.25rem]" />
      {source ? <p className="mt-1 truncate text-sec text-text-2">{t('models.from', { source })}</p> : null}
    </div>
  );
}

function State({ model, progress }: { readonly model: ModelInfo; readonly progress: FetchProgress | undefined }) {
  if (progress) return <Downloading progress={progress} />;
  const { state } = model;
  if (state === 'ready')
    return (
      <Badge fill={model.isSelected ? 'full' : 'outline'}>
        {t(model.isSelected ? 'models.inUse' : 'models.ready')}
      </Badge>
    );
  if (state === 'partial')
    return (
      <Badge fill="dashed">
        {t('models.partial', { done: formatBytes(model.doneBytes), of: formatBytes(model.sizeBytes) })}
      </Badge>
    );
  if (state === 'downloading') return <Badge fill="dashed">{t('models.elsewhere')}</Badge>;
  if (state === 'damaged') return <Badge fill="rubric">{t('models.damaged')}</Badge>;
  return <span className="text-sec text-text-2">{t('models.absent')}</span>;
}

/** Which hosts a click on Download would talk to, said before the click. */
function Hosts({ model }: { readonly model: ModelInfo }) {
  if (model.state === 'ready' || model.isBundled || model.isAdded) return null;
  return (
    <p className="mt-1 text-sec text-text-2">
      {model.hosts.length === 0 ? t('models.hosts.none') : t('models.hosts', { hosts: model.hosts.join(', ') })}
    </p>
  );
}

type RowProps = {
  readonly model: ModelInfo;
  readonly progress: FetchProgress | undefined;
  readonly busy: 'verifying' | 'selecting' | 'removing' | undefined;
  readonly failure: Failed | undefined;
};

function Actions({ model, progress, busy, onRemove }: Omit<RowProps, 'failure'> & { readonly onRemove: () => void }) {
  const name = model.name;
  if (progress)
    return (
      <Button size="small" aria-label={t('models.pause.named', { name })} onClick={() => pauseModel(model.id)}>
        {t('models.pause')}
      </Button>
    );
  if (busy) return <span className="text-sec text-text-2">{t(`models.busy.${busy}`)}</span>;
  if (model.state !== 'ready')
    return (
      <>
        {model.state === 'partial' || model.state === 'damaged' ? (
          <Button size="small" variant="quiet" aria-label={t('models.remove.named', { name })} onClick={onRemove}>
            {t('models.remove')}
          </Button>
        ) : null}
        <Button
          size="small"
          disabled={model.state === 'downloading'}
          aria-label={t(model.state === 'partial' ? 'models.goOn.named' : 'models.download.named', { name })}
          onClick={() => void fetchModel(model)}
        >
          {t(model.state === 'partial' ? 'models.goOn' : 'models.download')}
        </Button>
      </>
    );
  return (
    <>
      {model.task === 'chat' && !model.isSelected ? (
        <Button size="small" aria-label={t('models.use.named', { name })} onClick={() => void selectModel(model.id)}>
          {t('models.use')}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        aria-label={t('models.verify.named', { name })}
        onClick={() => void verifyModel(model.id)}
      >
        {t('models.verify')}
      </Button>
      {model.isRemovable ? (
        <Button size="small" variant="quiet" aria-label={t('models.remove.named', { name })} onClick={onRemove}>
          {t('models.remove')}
        </Button>
      ) : null}
    </>
  );
}

function describe(model: ModelInfo): string {
  const parts = [
    formatBytes(model.sizeBytes),
    model.licence,
    t('models.context', { n: formatNumber(model.contextTokens) }),
  ];
  if (model.isBundled) parts.unshift(t('models.bundled'));
  if (model.isAdded) parts.push(t('models.added'));
  return parts.filter((part) => part !== '').join(', ');
}

/** One model: what it is, where it stands, whether it fits, what can be done. */
export function ModelRow({ model, progress, busy, failure }: RowProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const close = () => setIsRemoving(false);
  return (
    <li className="border-b border-rule py-2.5">
      <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1fr)_11.5rem] gap-x-6 gap-y-2 max-wide:grid-cols-2 max-mid:grid-cols-1">
        <div>
          <h3 className="text-ui font-semibold">{model.name}</h3>
          <p className="text-sec text-text-2">{describe(model)}</p>
          {model.notes ? <p className="text-sec text-text-2">{model.notes}</p> : null}
          {model.task === 'chat' && model.state === 'ready' ? <ModelRoles model={model} /> : null}
        </div>
        <div>
          <State model={model} progress={progress} />
          {model.isLoaded ? <p className="text-sec text-text-2">{t('models.loaded')}</p> : null}
          <Hosts model={model} />
        </div>
        {model.task === 'chat' ? (
          <Fit model={model} />
        ) : (
          <p className="text-sec text-text-2">
            {model.languages.length > 0 ? t('models.languages', { languages: model.languages.join(', ') }) : ''}
          </p>
        )}
        <div className="flex flex-wrap items-start justify-end gap-1.5 max-mid:justify-start">
          <Actions model={model} progress={progress} busy={busy} onRemove={() => setIsRemoving(true)} />
        </div>
      </div>
      {failure || model.problem ? (
        <div className="mt-2">
          <Failure
            {...(model.state === 'ready'
              ? {}
              : { actionLabel: t('common.tryAgain'), onAction: () => void fetchModel(model) })}
          >
            {failure?.message ?? model.problem}
          </Failure>
        </div>
      ) : null}
      {isRemoving ? (
        <Dialog label={t('models.remove.title', { name: model.name })} isLabelShown onClose={close}>
          <DialogBody
            actions={
              <>
                <Button variant="quiet" onClick={close}>
                  {t('common.keep')}
                </Button>
                <Button
                  variant="danger"
                  onClick={() => {
                    close();
                    void removeModel(model.id);
                  }}
                >
                  {t('models.remove.confirm')}
                </Button>
              </>
            }
          >
            <p>
              {t(model.isAdded ? 'models.remove.added' : 'models.remove.body', { size: formatBytes(model.sizeBytes) })}
            </p>
          </DialogBody>
        </Dialog>
      ) : null}
    </li>
  );
}
