import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, useMemo, type ReactNode } from 'react';
import { isEmbeddedImage } from '#web/platform/address/safe-link.ts';
import { EmbeddedPicture } from '#web/ui/media/embedded-picture.tsx';
import { ExternalLink } from './external-link.tsx';
import { RemoteImage } from './remote-image.tsx';

/**
 * Only the parser is used: what it finds becomes React elements, never HTML. HTML in the text stays
 * text.
 */
const parser = new MarkdownIt({ html: false, linkify: false });

/** Deeper nesting is shown as plain text. */
const DEPTH_MAX = 40;

interface Element {
  readonly token: Token;
  readonly children: readonly Element[];
}

/**
 * A text laid out as Markdown. Links go through `safeHref`, images are shown when embedded and
 * asked for otherwise. Lazily loaded.
 */
export function MarkdownView({ text }: { text: string }) {
  const elements = useMemo(() => nest(parser.parse(text, {})), [text]);
  return (
    <div className="markdown flex flex-col gap-8 text-14">
      {elements.map((one, index) => block(one, index, 0))}
    </div>
  );
}

/** The parser's flat list of openings and closings as a tree. */
function nest(tokens: readonly Token[]): readonly Element[] {
  const root: Element[] = [];
  const stack: Element[][] = [root];
  for (const token of tokens) {
    const children: Element[] = [];
    if (token.nesting === -1) {
      if (stack.length > 1) stack.pop();
      continue;
    }
    stack.at(-1)?.push({ token, children });
    if (token.nesting === 1) stack.push(children);
  }
  return root;
}

/** Blocks that are an element of their own name with their children in it. */
const CONTAINERS: Readonly<Record<string, readonly [tag: string, className: string]>> = {
  paragraph_open: ['p', 'wrap-anywhere'],
  bullet_list_open: ['ul', 'flex list-disc flex-col gap-2 pl-20'],
  list_item_open: ['li', ''],
  blockquote_open: ['blockquote', 'border-l-2 border-line2 pl-10 text-text2'],
  thead_open: ['thead', ''],
  tbody_open: ['tbody', ''],
  tr_open: ['tr', ''],
  th_open: ['th', 'border border-line1 bg-bg2 px-8 py-2 text-left font-medium'],
  td_open: ['td', 'border border-line1 px-8 py-2 align-top'],
};
const HEADINGS: Readonly<Record<string, string>> = { h1: 'text-16', h2: 'text-16' };

function block({ token, children }: Element, key: number, depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.content;
  const inner = children.map((one, index) => block(one, index, depth + 1));
  const container = CONTAINERS[token.type];
  if (container !== undefined)
    return createElement(container[0], { key, className: container[1] }, inner);
  switch (token.type) {
    case 'inline':
      // Line breaks and spaces stay: what is read here is often a list, a poem or an address that
      // was never meant as Markdown.
      return (
        <span key={key} className="whitespace-pre-wrap">
          {inlines(token.children ?? [], depth)}
        </span>
      );
    case 'heading_open':
      // Not a heading of the page's: its outline is not the sender's to make.
      return (
        <p key={key} className={`pt-4 font-semibold ${HEADINGS[token.tag] ?? ''}`}>
          {inner}
        </p>
      );
    case 'ordered_list_open':
      return (
        <ol
          key={key}
          className="flex list-decimal flex-col gap-2 pl-24"
          start={Number(token.attrGet('start') ?? 1)}
        >
          {inner}
        </ol>
      );
    case 'fence':
    case 'code_block':
      return (
        <pre
          key={key}
          className="mono verbatim rounded-control border border-line1 bg-bg1 px-10 py-8"
        >
          {token.content.replace(/\n$/, '')}
        </pre>
      );
    case 'hr':
      return <hr key={key} className="border-line1" />;
    case 'table_open':
      return (
        <div key={key} tabIndex={0} role="region" aria-label="Table" className="overflow-x-auto">
          <table className="border-collapse">{inner}</table>
        </div>
      );
    default:
      return token.content === '' ? <div key={key}>{inner}</div> : <p key={key}>{token.content}</p>;
  }
}

function inlines(tokens: readonly Token[], depth: number): ReactNode[] {
  return nest(tokens).map((one, index) => inline(one, index, depth));
}

function inline({ token, children }: Element, key: number, depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.content;
  const inner = children.map((one, index) => inline(one, index, depth + 1));
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br key={key} />;
    case 'code_inline':
      return (
        <code key={key} className="mono rounded-chip bg-bg2 px-4">
          {token.content}
        </code>
      );
    case 'strong_open':
      return (
        <strong key={key} className="font-semibold">
          {inner}
        </strong>
      );
    case 'em_open':
      return <em key={key}>{inner}</em>;
    case 's_open':
      return <s key={key}>{inner}</s>;
    case 'link_open':
      return (
        <ExternalLink key={key} href={String(token.attrGet('href') ?? '')}>
          {inner}
        </ExternalLink>
      );
    case 'image': {
      const url = String(token.attrGet('src') ?? '');
      return isEmbeddedImage(url) ? (
        <EmbeddedPicture key={key} url={url} label={token.content} />
      ) : (
        <RemoteImage key={key} url={url} label={token.content} />
      );
    }
    default:
      return token.content === '' ? <span key={key}>{inner}</span> : token.content;
  }
}
