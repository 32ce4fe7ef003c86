import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  UPLOAD_CANCELLED,
  uploadFile,
  type UploadProgress,
  type UploadResult,
  type UploadWish,
} from './upload.calls.ts';

export type UploadState =
  | { readonly step: 'idle'; readonly error: Error | null }
  | { readonly step: 'running'; readonly progress: UploadProgress }
  | { readonly step: 'done'; readonly result: UploadResult; readonly name: string };

/**
 * An upload under way. After `cancel` nothing of it stays. Leaving the dialog stops it while it is
 * sent; what was sent is stored all the same. `forget` is for what was wrong with another file.
 */
export function useUpload(onDone: () => void) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ step: 'idle', error: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (wish: UploadWish): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'running', progress: { step: 'sending', share: 0 } });
    try {
      const result = await uploadFile(
        wish,
        (progress) => setState({ step: 'running', progress }),
        controller.signal,
      );
      setState({ step: 'done', result, name: wish.name });
      onDone();
    } catch (error) {
      setState({
        step: 'idle',
        error: error === UPLOAD_CANCELLED || !(error instanceof Error) ? null : error,
      });
    } finally {
      running.current = null;
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'datasets' || queryKey[0] === 'dataset',
      });
    }
  };
  const forget = (): void => setState({ step: 'idle', error: null });
  return { state, start, forget, cancel: () => running.current?.abort(UPLOAD_CANCELLED) };
}
