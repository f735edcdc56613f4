import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../text/code-block';
import classes from './guides.module.css';
import { type Block, blocksOf, type Span, spansOf } from './markdown';

interface GuideTextProps {
  text: string;
  /** The guides that there are: links to other files of the project lead nowhere here. */
  names: readonly string[];
}

/** A guide as a page. */
export function GuideText({ text, names }: GuideTextProps) {
  const [, ...blocks] = blocksOf(text);
  return <div className={classes.guide}>{blocks.map((block, index) => blockOf(block, index, names))}</div>;
}

function blockOf(block: Block, index: number, names: readonly string[]): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? (
        <h2 key={index} id={block.id}>
          {inline(block.text, names)}
        </h2>
      ) : (
        <h3 key={index} id={block.id}>
          {inline(block.text, names)}
        </h3>
      );
    case 'code':
      return <CodeBlock key={index} code={block.text} />;
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>
          {item.map((part, place) => (place === 0 ? firstOf(part, names) : blockOf(part, place, names)))}
        </li>
      ));
      return block.isNumbered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
    case 'table':
      return (
        <div key={index} className={classes.table} role="group" aria-label="Table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    {inline(cell, names)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place}>{inline(cell, names)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return <p key={index}>{inline(block.text, names)}</p>;
  }
}

/** The first paragraph of an item needs no frame of its own. */
const firstOf = (block: Block, names: readonly string[]): ReactNode =>
  block.kind === 'paragraph' ? <span key={0}>{inline(block.text, names)}</span> : blockOf(block, 0, names);

const inline = (text: string, names: readonly string[]): ReactNode =>
  spansOf(text).map((span, index) => <Shown key={index} span={span} names={names} />);

function Shown({ span, names }: { span: Span; names: readonly string[] }): ReactNode {
  if (span.kind === 'text') return span.text;
  if (span.kind === 'code') return <code>{span.text}</code>;
  const inner = span.spans.map((each, index) => <Shown key={index} span={each} names={names} />);
  if (span.kind === 'bold') return <strong>{inner}</strong>;
  if (span.kind === 'italic') return <em>{inner}</em>;
  const [file, hash] = span.to.split('#');
  if (file === '') return <a href={`#${hash}`}>{inner}</a>;
  if (/^https?:/.test(span.to)) {
    return (
      <a href={span.to} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    );
  }
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '');
  if (!names.includes(name)) return inner;
  return (
    <Link to="/guides/$name" params={{ name }} hash={hash}>
      {inner}
    </Link>
  );
}
