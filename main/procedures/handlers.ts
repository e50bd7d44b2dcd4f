import type { InputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { decideProcedures, removeProcedure, saveProcedure, switchProcedure, undoProcedure } from './decide.ts';
import { getProcedure, listLearntProcedures, listProcedurePage } from './view.ts';

/** What the user may see and do about how they like things done. */
export const procedureHandlers = (ctx: Ctx) => ({
  'procedures.list': (input: InputOf<'procedures.list'>) => listProcedurePage(ctx, input),
  'procedures.get': (input: InputOf<'procedures.get'>) => getProcedure(ctx, input),
  'procedures.save': (input: InputOf<'procedures.save'>) => saveProcedure(ctx, input),
  'procedures.decide': (input: InputOf<'procedures.decide'>) => decideProcedures(ctx, input),
  'procedures.switch': (input: InputOf<'procedures.switch'>) => switchProcedure(ctx, input),
  'procedures.remove': (input: InputOf<'procedures.remove'>) => removeProcedure(ctx, input),
  'procedures.undo': (input: InputOf<'procedures.undo'>) => undoProcedure(ctx, input),
  'procedures.learnt': (input: InputOf<'procedures.learnt'>) => listLearntProcedures(ctx, input),
});
