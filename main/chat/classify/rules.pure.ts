export { classify } from './cascade.pure.ts';
