// Icons of screens that come later than the first (`icons.tsx`).
import { icon } from './icons';

// oxfmt-ignore
export const ArrowRightIcon = icon(<><path d="M5 12h14" /><path d="m12 5 7 7-7 7" /></>);
// oxfmt-ignore
export const ArrowUpIcon = icon(<><path d="m5 12 7-7 7 7" /><path d="M12 19V5" /></>);
// oxfmt-ignore
export const BookmarkIcon = icon(<><path d="M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z" /></>);
// oxfmt-ignore
export const CalendarPlusIcon = icon(<><path d="M8 2v3" /><path d="M16 2v3" /><path d="M21 12V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h8" /><path d="M3 9h18" /><path d="M16 19h6" /><path d="M19 16v6" /></>);
// oxfmt-ignore
export const ChevronDownIcon = icon(<><path d="m6 9 6 6 6-6" /></>);
// oxfmt-ignore
export const ChevronRightIcon = icon(<><path d="m9 18 6-6-6-6" /></>);
// oxfmt-ignore
export const CircleAlertIcon = icon(<><circle cx="12" cy="12" r="10" /><line x1="12" x2="12" y1="8" y2="12" /><line x1="12" x2="12.01" y1="16" y2="16" /></>);
// oxfmt-ignore
export const CircleCheckIcon = icon(<><circle cx="12" cy="12" r="10" /><path d="m16 9-5.5 5.5L8 12" /></>);
// oxfmt-ignore
export const CircleDashedIcon = icon(<><path d="M10.1 2.182a10 10 0 0 1 3.8 0" /><path d="M13.9 21.818a10 10 0 0 1-3.8 0" /><path d="M17.609 3.721a10 10 0 0 1 2.69 2.7" /><path d="M2.182 13.9a10 10 0 0 1 0-3.8" /><path d="M20.279 17.609a10 10 0 0 1-2.7 2.69" /><path d="M21.818 10.1a10 10 0 0 1 0 3.8" /><path d="M3.721 6.391a10 10 0 0 1 2.7-2.69" /><path d="M6.391 20.279a10 10 0 0 1-2.69-2.7" /></>);
// oxfmt-ignore
export const CircleMinusIcon = icon(<><circle cx="12" cy="12" r="10" /><path d="M8 12h8" /></>);
// oxfmt-ignore
export const CircleXIcon = icon(<><circle cx="12" cy="12" r="10" /><path d="m15 9-6 6" /><path d="m9 9 6 6" /></>);
// oxfmt-ignore
export const Columns3Icon = icon(<><rect width="18" height="18" x="3" y="3" rx="2" /><path d="M9 3v18" /><path d="M15 3v18" /></>);
// oxfmt-ignore
export const DownloadIcon = icon(<><path d="M12 15V3" /><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" /><path d="m7 10 5 5 5-5" /></>);
// oxfmt-ignore
export const EllipsisIcon = icon(<><circle cx="12" cy="12" r="1" /><circle cx="19" cy="12" r="1" /><circle cx="5" cy="12" r="1" /></>);
// oxfmt-ignore
export const ExternalLinkIcon = icon(<><path d="M15 3h6v6" /><path d="M10 14 21 3" /><path d="M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" /></>);
// oxfmt-ignore
export const FileUpIcon = icon(<><path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z" /><path d="M14 2v5a1 1 0 0 0 1 1h5" /><path d="M12 12v6" /><path d="m15 15-3-3-3 3" /></>);
// oxfmt-ignore
export const FunnelIcon = icon(<><path d="M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14z" /></>);
// oxfmt-ignore
export const MapPinIcon = icon(<><path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0" /><circle cx="12" cy="10" r="3" /></>);
// oxfmt-ignore
export const PauseIcon = icon(<><rect x="14" y="3" width="5" height="18" rx="1" /><rect x="5" y="3" width="5" height="18" rx="1" /></>);
// oxfmt-ignore
export const PlayIcon = icon(<><path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" /></>);
// oxfmt-ignore
export const RefreshCwIcon = icon(<><path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8" /><path d="M21 3v5h-5" /><path d="M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16" /><path d="M8 16H3v5" /></>);
// oxfmt-ignore
export const SquareIcon = icon(<><rect width="18" height="18" x="3" y="3" rx="2" /></>);
// oxfmt-ignore
export const Trash2Icon = icon(<><path d="M10 11v6" /><path d="M14 11v6" /><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6" /><path d="M3 6h18" /><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" /></>);
// oxfmt-ignore
export const UploadIcon = icon(<><path d="M12 3v12" /><path d="m17 8-5-5-5 5" /><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" /></>);
