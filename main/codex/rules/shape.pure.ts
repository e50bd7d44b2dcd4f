import type { EntityType } from '../../contract/codex.ts';
import type { Kind } from './objects.pure.ts';

/** Words read as an object that must then look like what is meant. `test` and `not` see them in lower case. */
export type Shape = {
  readonly type: EntityType | 'text';
  readonly kind: Kind;
  readonly test?: RegExp;
  readonly not?: RegExp;
  readonly first?: RegExp;
  readonly notFirst?: RegExp;
  readonly strip?: ReadonlySet<string>;
  /** One common given name is somebody. */
  readonly isTitle?: boolean;
  /** Words before which it ends. */
  readonly until?: RegExp;
  readonly isProper?: boolean;
  /** A name even without a capital, if the whole turn is typed small. */
  readonly isSmallToo?: boolean;
  readonly isList?: boolean;
};
