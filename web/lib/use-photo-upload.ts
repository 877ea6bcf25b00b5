import { useEffect, useRef, useState } from 'react';
import { messageOf } from './api-error.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from './photo.ts';
import { words } from './photo-words.ts';

export interface PhotoUpload {
  /** 0 to 1 while a photo is being uploaded, otherwise undefined. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  /** The photo that is being uploaded, or that waits for another attempt. */
  readonly preview: string | undefined;
  /** The file that was uploaded last in this tab. */
  readonly original: File | undefined;
  readonly start: (file: File) => void;
  /** Uploads the same photo again; undefined when there is none. */
  readonly retry: (() => void) | undefined;
  /** Discards a photo that was not uploaded, because something else was chosen. */
  readonly clear: () => void;
}

/** A file that somebody chose, and what is sent of it. */
interface Picked {
  readonly file: File;
  readonly photo: PreparedPhoto;
}

/** Prepares and uploads a photo. It stays in memory, so that one click repeats a failed upload. */
export function usePhotoUpload(onUploaded: (uploadId: string, photo: PreparedPhoto) => void): PhotoUpload {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState<Picked>();
  const [original, setOriginal] = useState<File>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function send({ file, photo }: Picked): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setProgress(0);
    try {
      const uploadId = await uploadPhoto(photo, setProgress, controller.signal);
      if (controller.signal.aborted) return;
      setWaiting(undefined);
      setOriginal(file);
      onUploaded(uploadId, photo);
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(words.uploadFailed(messageOf(error)));
    }
    setProgress(undefined);
  }

  async function start(file: File): Promise<void> {
    running.current?.abort();
    setProblem(undefined);
    setWaiting(undefined);
    setProgress(0);
    let photo: PreparedPhoto;
    try {
      photo = await preparePhoto(file);
    } catch (error) {
      setProblem(error instanceof PhotoError ? error.message : messageOf(error));
      setProgress(undefined);
      return;
    }
    setWaiting({ file, photo });
    await send({ file, photo });
  }

  return {
    progress,
    problem,
    preview: waiting?.photo.preview,
    original,
    start: (file) => void start(file),
    clear: () => {
      running.current?.abort();
      setWaiting(undefined);
      setOriginal(undefined);
      setProblem(undefined);
      setProgress(undefined);
    },
    retry: waiting && progress === undefined ? () => void send(waiting) : undefined,
  };
}
