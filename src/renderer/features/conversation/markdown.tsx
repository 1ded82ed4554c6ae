import { memo, type ComponentProps, type ReactNode } from 'react';
import { defaultRehypePlugins, Streamdown, type ExtraProps } from 'streamdown';
import { CodeBlock } from './code-block.tsx';
import { isTangled } from './tangled.ts';

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps;

// All one level below the thread's title: models skip levels, and an outline with holes helps nobody find the way.
function heading(className: string) {
  return function Heading({ children }: { readonly children?: ReactNode }) {
    return (
      <h2 dir="auto" className={`mt-4 mb-1.5 font-semibold first:mt-0 ${className}`}>
        {children}
      </h2>
    );
  };
}

const LARGE = heading('text-lg');
const MEDIUM = heading('text-[14px]');
const SMALL = heading('');

function Paragraph({ children }: Props<'p'>) {
  return (
    <p dir="auto" className="my-2 first:mt-0 last:mb-0 [li>&]:my-0.5">
      {children}
    </p>
  );
}

/** Only addresses that lead out of Runlight become links; the rest reads as what it is. */
function Link({ href, children }: Props<'a'>) {
  if (href === undefined || !/^(?:https?|mailto):/i.test(href)) {
    return href === undefined || href.startsWith('streamdown:') ? (
      <span>{children}</span>
    ) : (
      <span title={href}>{children}</span>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={href}
      className="wrap-anywhere text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}

/** Nothing is fetched from elsewhere for being mentioned: an image shows as a link with its address. */
function Image({ src, alt }: Props<'img'>) {
  const address = typeof src === 'string' ? src : '';
  const words = alt === undefined || alt === '' ? 'Image' : alt;
  return (
    <span className="wrap-anywhere">
      {words}: <Link href={address}>{address.startsWith('data:') ? 'inline data' : address}</Link>
    </span>
  );
}

/** Fenced code inside lists and quotes; at the top level it is a section of its own. */
function Pre({ node }: Props<'pre'>) {
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const [name] = Array.isArray(code.properties.className) ? code.properties.className : [];
  const language = /^language-(.+)$/.exec(name ?? '')?.[1] ?? '';
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return (
    <div className="my-2">
      <CodeBlock code={text.replace(/\n$/, '')} language={language.toLowerCase()} finished />
    </div>
  );
}

const COMPONENTS = {
  h1: LARGE,
  h2: LARGE,
  h3: MEDIUM,
  h4: SMALL,
  h5: SMALL,
  h6: SMALL,
  p: Paragraph,
  a: Link,
  img: Image,
  pre: Pre,
  inlineCode: ({ children }: Props<'code'>) => (
    <code className="wrap-anywhere rounded bg-code px-1 py-px font-mono text-[12px]">{children}</code>
  ),
  strong: ({ children }: Props<'strong'>) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }: Props<'ul'>) => (
    <ul className="my-2 list-disc ps-5 marker:text-faint [li>&]:my-0.5">{children}</ul>
  ),
  ol: ({ children, start }: Props<'ol'>) => (
    <ol start={start} className="my-2 list-decimal ps-6 marker:text-faint [li>&]:my-0.5">
      {children}
    </ol>
  ),
  li: ({ children, className }: Props<'li'>) => (
    <li dir="auto" className={className?.includes('task-list-item') ? '-ms-5 my-0.5 list-none' : 'my-0.5'}>
      {children}
    </li>
  ),
  input: ({ checked }: Props<'input'>) => <span className="me-1.5 text-soft">{checked ? '☑' : '☐'}</span>,
  hr: () => <hr className="my-4" />,
  blockquote: ({ children }: Props<'blockquote'>) => (
    <blockquote className="my-2 border-s-2 border-line-strong ps-3 text-soft">{children}</blockquote>
  ),
  table: ({ children }: Props<'table'>) => (
    <div
      role="group"
      aria-label="Table"
      tabIndex={0}
      className="scroll-thin my-2 max-w-full overflow-x-auto rounded-md border"
    >
      <table className="min-w-full border-collapse text-sm wrap-break-word">{children}</table>
    </div>
  ),
  thead: ({ children }: Props<'thead'>) => <thead className="bg-side">{children}</thead>,
  tbody: ({ children }: Props<'tbody'>) => <tbody>{children}</tbody>,
  tr: ({ children }: Props<'tr'>) => <tr className="border-t first:border-t-0">{children}</tr>,
  th: ({ children, style }: Props<'th'>) => (
    <th dir="auto" style={style} className="px-2.5 py-1 text-start font-semibold">
      {children}
    </th>
  ),
  td: ({ children, style }: Props<'td'>) => (
    <td dir="auto" style={style} className="px-2.5 py-1 align-top">
      {children}
    </td>
  ),
  section: ({ children }: Props<'section'>) => (
    <section className="mt-4 border-t pt-2 text-sm text-soft">{children}</section>
  ),
};

const { raw, sanitize } = defaultRehypePlugins;
const PLUGINS = [raw, sanitize].filter((plugin) => plugin !== undefined);

type MarkdownProps = { readonly text: string /** Whether more of it may come. */; readonly live: boolean };

/**
 * Markdown that a model wrote. HTML in it is sanitized, nothing is loaded from anywhere. The text is parsed block by
 * block, so that while it grows only the last block is parsed again. What is no Markdown to speak of stays as it is.
 */
export const Markdown = memo(function Markdown({ text, live }: MarkdownProps) {
  if (isTangled(text)) {
    return (
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    );
  }
  return (
    <Streamdown
      className="space-y-0 wrap-anywhere"
      components={COMPONENTS}
      rehypePlugins={PLUGINS}
      parseIncompleteMarkdown={live}
      isAnimating={false}
      controls={false}
    >
      {text}
    </Streamdown>
  );
});
