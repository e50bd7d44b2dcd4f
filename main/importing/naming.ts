import { AppError } from '../contract/errors.ts';

/** Says in the details of a failure which of the files it was about, counted from 0; the message holds no names. */
export async function naming<T>(file: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, retry, details } = error;
    throw new AppError(code, message, { retry, details: { ...details, file }, cause: error });
  }
}
