/**
 * Runs before anything else is loaded. The page's content policy forbids code made at run time, and zod would try it
 * once and leave a violation in the console; this is the switch it reads when it starts.
 */
const scope: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object;
scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };

export {};
