import { AppError } from '../../main/contract/index.ts';
import { t } from '../locales/text.ts';

/** A failure that can be shown: what is so and what to do, and whether trying again makes sense. */
export type Failed = { readonly message: string; readonly isRetryable: boolean; readonly isAborted: boolean };

/** Engine errors carry a sentence that is fit to show; anything else is a fault of this page and is said as such. */
export function toFailed(error: unknown): Failed {
  if (error instanceof AppError)
    return {
      message: error.message,
      isRetryable: error.retry !== 'never',
      isAborted: error.code === 'request.aborted',
    };
  return { message: t('error.page'), isRetryable: true, isAborted: false };
}

/** What a view that waits is showing. */
export type Loadable<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failed };
