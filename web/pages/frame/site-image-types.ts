interface Shown {
  readonly id: string;
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly renditions: readonly { readonly url: string; readonly width: number }[];
  readonly title: string | null;
  readonly description: string | null;
  readonly displayOrder: number;
}

export interface LandingImage extends Shown {
  readonly section: 'hero' | 'carousel' | 'menu';
  readonly type: 'image' | 'video';
  readonly beforeUrl: string | null;
  readonly beforeRenditions: readonly { readonly url: string; readonly width: number }[];
}

export interface MenuPackImage extends Shown {
  readonly section: 'comparison' | 'platform_guide';
  readonly platform: 'uber' | 'deliveroo' | 'justeat' | 'doordash' | 'grubhub' | null;
  readonly beforeUrl: string;
  readonly beforeRenditions: readonly { readonly url: string; readonly width: number }[];
}
