declare module '*.sql?raw' {
  const text: string;
  export default text;
}

/** Programs that the evaluation starts beside itself; they travel inside the bundle. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}

declare module '*.mjs?raw' {
  const text: string;
  export default text;
}
