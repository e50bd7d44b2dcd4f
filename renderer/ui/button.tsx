import type { ComponentProps } from 'react';

const base =
  'inline-flex items-center justify-center gap-[7px] rounded-ctl border whitespace-nowrap transition-colors duration-100 disabled:border-rule disabled:bg-transparent disabled:text-text-3';

const variants = {
  plain: 'border-rule-2 bg-leaf text-text hover:bg-sunk',
  primary: 'border-ink bg-ink text-on-ink hover:bg-ink/90',
  danger: 'border-rubric bg-rubric text-on-rubric hover:bg-rubric/90',
  dangerOutline: 'border-rubric bg-transparent text-rubric hover:bg-rubric-wash',
  quiet: 'border-transparent bg-transparent text-text hover:bg-sunk',
} as const;

const sizes = {
  regular: 'h-8 px-[13px] text-ui max-mid:h-11',
  small: 'h-[1.625rem] px-[9px] text-sec max-mid:h-9',
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

export type ButtonProps = ComponentProps<'button'> & { readonly variant?: ButtonVariant; readonly size?: ButtonSize };

/** A control that does something. */
export function Button({ variant = 'plain', size = 'regular', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${base} ${variants[variant]} ${sizes[size]} ${className}`} {...rest} />;
}

export type AnchorProps = ComponentProps<'a'> & { readonly variant?: ButtonVariant; readonly size?: ButtonSize };

/** A control that goes somewhere. */
export function ButtonLink({ variant = 'plain', size = 'regular', className = '', ...rest }: AnchorProps) {
  return <a className={`${base} ${variants[variant]} ${sizes[size]} ${className}`} {...rest} />;
}

const tones = {
  ink: 'act',
  rubric: 'act act-rubric',
  quiet: 'text-text-2 underline decoration-transparent underline-offset-[3px] hover:decoration-current',
} as const;

export type TextButtonProps = ComponentProps<'button'> & { readonly tone?: keyof typeof tones };

/** A small action inside a line of text. */
export function TextButton({ tone = 'ink', className = '', ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      className={`text-sec text-start disabled:text-text-3 ${tones[tone]} ${className}`}
      {...rest}
    />
  );
}
