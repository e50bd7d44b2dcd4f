import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { askToOpen } from '../links/link-store.ts';
import { type MarkedCitation, markEvidence, type TreeNode } from './evidence-marks.pure.ts';
import { CitationMark, CitedPhrase, NotesBelow } from './marks.tsx';

function Link({ href, children }: ComponentProps<'a'>) {
  if (!href || !/^https?:/i.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      rel="noreferrer noopener"
      className="act [overflow-wrap:anywhere]"
      onClick={(event) => {
        event.preventDefault();
        askToOpen(href);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
}

/** Pictures are never fetched: their words and their address are shown instead. */
function Picture({ alt, src }: ComponentProps<'img'>) {
  return (
    <span className="text-sec text-text-2">
      {t('chat.picture', { alt: alt || t('chat.picture.unnamed'), address: typeof src === 'string' ? src : '' })}
    </span>
  );
}

function languageOf(children: ReactNode): string {
  if (typeof children !== 'object' || children === null || !('props' in children)) return '';
  const { className } = children.props as { className?: string };
  return /language-(\S+)/.exec(className ?? '')?.[1] ?? '';
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (typeof node === 'object' && node !== null && 'props' in node)
    return textOf((node.props as { children?: ReactNode }).children);
  return '';
}

function CodeBlock({ children }: ComponentProps<'pre'>) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(textOf(children).replace(/\n$/, '')))) return;
    setIsCopied(true);
    announce(t('common.copied'));
    window.setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <div dir="ltr" className="my-3 overflow-hidden rounded-ctl border border-rule bg-paper">
      <div className="flex items-center justify-between border-b border-rule ps-3 pe-1 text-lab text-text-3">
        <span>{languageOf(children) || t('chat.code')}</span>
        <Button variant="quiet" size="small" onClick={copy}>
          {isCopied ? t('common.copied') : t('chat.copyCode')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a mouse */}
      <pre tabIndex={0} className="overflow-x-auto px-3 py-2.5 font-mono text-[0.8125rem] leading-5">
        {children}
      </pre>
    </div>
  );
}

/** A mark stays on the line of the word it follows. */
function Together({
  children,
  'data-together': together,
}: ComponentProps<'span'> & { readonly 'data-together'?: string }) {
  return <span className={together ? 'whitespace-nowrap' : ''}>{children}</span>;
}

function Quote({
  children,
  'data-verbatim': verbatim,
  dir,
}: ComponentProps<'blockquote'> & { readonly 'data-verbatim'?: string }) {
  const look = verbatim ? 'font-serif text-said' : '';
  return (
    <blockquote dir={dir} className={`my-2 border-s-2 border-rule-2 ps-3.5 ${look}`}>
      {children}
    </blockquote>
  );
}

const components: Components = {
  sup: CitationMark,
  mark: CitedPhrase,
  aside: NotesBelow,
  a: Link,
  img: Picture,
  pre: CodeBlock,
  blockquote: Quote,
  span: Together,
  q: ({ children }) => <span className="font-serif">{children}</span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also from the keyboard
    <section className="my-3 overflow-x-auto" tabIndex={0} aria-label={t('chat.table')}>
      <table className="border-collapse text-ui">{children}</table>
    </section>
  ),
};

/** The look of running text made from markdown. */
const prose =
  '[&_p+p]:mt-2.5 [&_ul]:my-2 [&_ol]:my-2 [&_ul]:list-disc [&_ol]:list-decimal [&_ul]:ps-6 [&_ol]:ps-6 [&_li]:my-0.5 [&_h1]:mt-4 [&_h1]:mb-1.5 [&_h1]:text-[1.125rem] [&_h1]:font-semibold [&_h2]:mt-4 [&_h2]:mb-1.5 [&_h2]:text-head [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:font-semibold [&_h4]:mt-3 [&_h4]:font-semibold [&_hr]:my-4 [&_hr]:border-rule [&_th]:border-b [&_th]:border-rule-2 [&_th]:py-1 [&_th]:pe-4 [&_th]:text-start [&_th]:font-semibold [&_td]:border-b [&_td]:border-rule [&_td]:py-1 [&_td]:pe-4 [&_:not(pre)>code]:rounded-[3px] [&_:not(pre)>code]:bg-sunk [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:font-mono [&_:not(pre)>code]:text-[0.8125rem] [&_input]:me-1.5';

type MarkdownProps = { readonly text: string; readonly citations: readonly MarkedCitation[] };

/** Text that a model wrote: no raw HTML, no pictures, links ask first, direction by block. */
export const Markdown = memo(function Markdown({ text, citations }: MarkdownProps) {
  const plugins = useMemo(() => [() => (tree: TreeNode) => markEvidence(tree, citations)], [citations]);
  return (
    <div className={`[overflow-wrap:anywhere] ${prose}`}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
