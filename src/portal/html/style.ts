import { hash } from 'node:crypto';
import { readableOn, textOn } from './colors';

const LIGHT = { page: '#f5f6f8', card: '#ffffff' };
const DARK = { page: '#14181f', card: '#1c222b' };

const RULES = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;z-index:1;padding:.5rem .75rem;background:var(--card)}
.top{background:var(--card);border-bottom:1px solid var(--line);border-top:4px solid var(--accent)}
.top>div,main,.foot{width:100%;max-width:46rem;margin:0 auto;padding:0 1rem}
.top>div{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem;padding-top:.75rem;padding-bottom:.75rem}
.brand{display:inline-flex;align-items:center;gap:.65rem;min-height:2.5rem;color:var(--text);font-weight:650;font-size:1.05rem;text-decoration:none}
.brand img{display:block;height:2.25rem;width:auto;max-width:10rem;object-fit:contain}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem}
.tools ul{display:flex;gap:.75rem;margin:0;padding:0;list-style:none}
.tools a,.tools span{display:inline-block;padding:.35rem 0}
main{flex:1;padding-top:1.75rem;padding-bottom:3rem}
main.narrow{max-width:30rem}
.foot{padding-top:1rem;padding-bottom:1.5rem;color:var(--quiet);font-size:.9rem}
h1{margin:0 0 .5rem;font-size:1.65rem;line-height:1.25;letter-spacing:-.01em}
h2{margin:0 0 .75rem;font-size:1.15rem;line-height:1.3}
h3{margin:1.25rem 0 .5rem;font-size:1rem}
p{margin:0 0 .9rem}
.lead,.quiet{color:var(--quiet)}
.card{margin:0 0 1rem;padding:1.15rem 1.15rem 1.2rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
.card>:last-child,.card form>:last-child{margin-bottom:0}
.key{font:1rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.whole{display:block;padding:.7rem .8rem;background:var(--page);border:1px solid var(--line);border-radius:8px;user-select:all}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.35rem 1.25rem;margin:0 0 1rem}
dt{color:var(--quiet)}
dd{margin:0}
.list{margin:0;padding:0;list-style:none}
.list>li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.35rem 1rem;padding:.7rem 0;border-top:1px solid var(--line)}
.list>li:first-child{border-top:0;padding-top:0}
.list strong,.list .quiet{display:block}
.badge{display:inline-block;padding:.1rem .6rem;border:1px solid currentColor;border-radius:99px;font-size:.85rem;font-weight:600;white-space:nowrap}
.good{color:var(--good)}
.bad{color:var(--bad)}
.head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.35rem 1rem;margin:0 0 .75rem}
.head h2{margin:0}
label{display:block;margin:0 0 .35rem;font-weight:600}
input[type=text],input[type=email],textarea{width:100%;margin:0 0 1rem;padding:.7rem .8rem;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
input.code{max-width:13rem;font:1.4rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em}
textarea{font:.9rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;resize:vertical;margin-bottom:.35rem}
input[type=file]{display:block;width:100%;max-width:100%;margin:0 0 1rem;font:inherit;color:var(--text)}
button,.button{display:inline-block;min-height:2.75rem;padding:.6rem 1.15rem;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(.94)}
button.plain,.button.plain{background:transparent;color:var(--link);border-color:var(--edge)}
button.text{min-height:0;padding:.35rem 0;background:none;border:0;color:var(--link);font-weight:400;text-decoration:underline;text-underline-offset:.2em}
.buttons{display:flex;flex-wrap:wrap;gap:.6rem}
.note{margin:0 0 1.25rem;padding:.8rem 1rem;border-left:4px solid var(--link);border-radius:6px;background:var(--note)}
.note.bad{border-left-color:var(--bad);background:color-mix(in srgb,var(--bad) 12%,var(--card))}
.note :last-child{margin-bottom:0}
progress{display:block;width:100%;height:.6rem;margin:.35rem 0 0;accent-color:var(--link)}
summary{padding:.35rem 0;cursor:pointer;color:var(--link)}
.qr{display:block;width:100%;max-width:20rem;margin:0 0 1rem;padding:.5rem;background:#fff;border-radius:8px}
.qr svg{display:block;width:100%;height:auto}
.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.notes{display:block;margin-top:.25rem;white-space:pre-line}
@media (max-width:26rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}.card{padding:1rem}}
@media (prefers-reduced-motion:no-preference){button,.button{transition:filter .15s}}
@media print{.tools,form,.button{display:none}}
`;

/** The stylesheet of all pages, with readable shades of the vendor's color. */
export function styleFor(color: string): string {
  return `:root{color-scheme:light dark;--page:${LIGHT.page};--card:${LIGHT.card};--text:#1a202a;--quiet:#525c6b;--line:#d5dae1;--edge:#7c8695;
--accent:${color};--on-accent:${textOn(color)};--link:${readableOn(color, LIGHT.page)};--good:#0f6b3a;--bad:#a8201a;--note:#e8f1fd}
@media (prefers-color-scheme:dark){:root{--page:${DARK.page};--card:${DARK.card};--text:#e6eaf0;--quiet:#a9b3c1;--line:#333c49;--edge:#8792a2;
--link:${readableOn(color, DARK.card)};--good:#6fd39b;--bad:#ff9a92;--note:#1d2b40}}
${RULES}`;
}

/** Changes with the stylesheet, so that browsers may cache it forever. */
export const versionOf = (style: string): string => hash('sha256', style, 'hex').slice(0, 12);
