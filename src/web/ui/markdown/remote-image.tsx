import { ExternalLink } from './external-link.tsx';

const SHOWN_CHARS = 120;

interface RemoteImageProps {
  readonly url: string;
  readonly label: string;
  readonly what?: 'image' | 'audio' | 'file';
}

/**
 * A picture or file on another host. It is never fetched automatically, which would reveal the
 * reader to that host: a click opens it in a new window.
 */
export function RemoteImage({ url, label, what = 'image' }: RemoteImageProps) {
  return (
    <span className="text-12 text-text3">
      {what}
      {label === '' ? '' : ` “${label}”`} at{' '}
      <ExternalLink href={url}>
        <span className="mono verbatim">
          {url.length > SHOWN_CHARS ? `${url.slice(0, SHOWN_CHARS)}…` : url}
        </span>
      </ExternalLink>
    </span>
  );
}
