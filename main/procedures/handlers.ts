import type { Ctx } from '../ctx.ts';
import type { Handlers } from '../handlers.ts';
import { decideProcedures, removeProcedure, saveProcedure, switchProcedure, undoProcedure } from './decide.ts';
import { getProcedure, listLearntProcedures, listProcedurePage } from './view.ts';

type Keys = Extract<keyof Handlers, `procedures.${string}`>;

/** What the user may see and do about how they like things done. */
export const procedureHandlers = (ctx: Ctx): Pick<Handlers, Keys> => ({
  'procedures.list': (input) => listProcedurePage(ctx, input),
  'procedures.get': (input) => getProcedure(ctx, input),
  'procedures.save': (input) => saveProcedure(ctx, input),
  'procedures.decide': (input) => decideProcedures(ctx, input),
  'procedures.switch': (input) => switchProcedure(ctx, input),
  'procedures.remove': (input) => removeProcedure(ctx, input),
  'procedures.undo': (input) => undoProcedure(ctx, input),
  'procedures.learnt': (input) => listLearntProcedures(ctx, input),
});
