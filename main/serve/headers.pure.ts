/** Sent with every answer; `port` is the server's own, the only place that the page may connect to. */
export function buildHeaders({
  port,
  mimeType,
  isHashed = false,
}: {
  readonly port: number;
  readonly mimeType: string;
  readonly isHashed?: boolean;
}): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Type': mimeType,
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': isHashed ? 'private, max-age=31536000, immutable' : 'no-cache',
  };
}
