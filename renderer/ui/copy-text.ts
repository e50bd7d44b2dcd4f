/** Puts text on the clipboard; true when it is there. A window that refuses the permission still has the old command. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or not a secure page: the selection command below needs no permission.
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'fixed top-0 opacity-0';
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
