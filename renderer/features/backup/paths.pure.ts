const isWindows = (path: string): boolean => /^[A-Za-z]:[\\/]|^\\\\/.test(path);

/** The folder above, as this system writes it. */
export function parentOf(path: string): string {
  const trimmed = path.replace(/[\\/]+$/, '');
  const cut = isWindows(path)
    ? Math.max(trimmed.lastIndexOf('\\'), trimmed.lastIndexOf('/'))
    : trimmed.lastIndexOf('/');
  if (cut < 0) return '';
  return isWindows(path) && cut <= 2 ? trimmed.slice(0, cut + 1) : trimmed.slice(0, Math.max(1, cut));
}

/** A new folder in a folder. */
export function joinPath(parent: string, name: string): string {
  const separator = isWindows(parent) ? '\\' : '/';
  return `${parent.replace(/[\\/]+$/, '')}${separator}${name.replace(/^[\\/]+/, '')}`;
}
