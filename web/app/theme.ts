import { createSystem, defineConfig, mergeConfigs } from '@chakra-ui/react';
import {
  checkboxAnatomy,
  dialogAnatomy,
  fieldAnatomy,
  menuAnatomy,
  nativeSelectAnatomy,
  progressAnatomy,
  sliderAnatomy,
  switchAnatomy,
  toastAnatomy,
} from '@chakra-ui/react/anatomy';
import { largeText } from '#web/ui/screens.ts';
import { chakraBase } from './chakra-base.ts';

/** A warm grey: every neutral has a touch of red. */
const neutral = {
  50: '#FBF6EF',
  100: '#F4ECE2',
  200: '#E9DED1',
  300: '#D8C9B9',
  400: '#B5A292',
  500: '#8C7A6B',
  600: '#6B5B4F',
  700: '#51443B',
  800: '#382E28',
  900: '#261F1A',
  950: '#171310',
};

const tomato = {
  50: '#FFF1EC',
  100: '#FFE1D7',
  200: '#FFC3B0',
  300: '#FB9A80',
  400: '#F0714F',
  500: '#D9381E',
  600: '#C23018',
  700: '#9F2713',
  800: '#7C2013',
  900: '#521810',
  950: '#320D08',
};

const basil = {
  50: '#EEF6EE',
  100: '#D9EBDB',
  200: '#B3D6B8',
  300: '#86BC8F',
  400: '#579D63',
  500: '#3B7F49',
  600: '#2F6B3C',
  700: '#265632',
  800: '#1E4428',
  900: '#17321E',
  950: '#0D1F12',
};

const saffron = {
  50: '#FFF7E8',
  100: '#FFECC7',
  200: '#FDDB97',
  300: '#F8C566',
  400: '#F2A93B',
  500: '#D88C1C',
  600: '#A9690F',
  700: '#815010',
  800: '#5E3B10',
  900: '#3F290D',
  950: '#261806',
};

const scale = (colors: Record<number, string>) =>
  Object.fromEntries(Object.entries(colors).map(([step, value]) => [step, { value }]));

/** The tokens that Chakra's recipes need of a colour palette, in light and dark. */
function palette(name: string, roles: { solid: string; contrast: string }) {
  const of = (light: string, dark: string) => ({
    value: { _light: `{colors.${name}.${light}}`, _dark: `{colors.${name}.${dark}}` },
  });
  return {
    solid: { value: roles.solid },
    contrast: { value: roles.contrast },
    fg: of('700', '300'),
    subtle: of('50', '950'),
    muted: of('100', '900'),
    emphasized: of('200', '800'),
    focusRing: of('500', '400'),
    border: of('300', '700'),
  };
}

const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

const ours = defineConfig({
  globalCss: {
    html: { colorPalette: 'brand', scrollPaddingTop: '5rem', textSizeAdjust: '100%' },
    body: { fontFamily: 'body', color: 'fg', bg: 'bg', minH: '100dvh', fontSize: 'sm' },
    'h1, h2, h3': { textWrap: 'balance' },
    p: { textWrap: 'pretty' },
    'button, a, [role=button], summary': {
      WebkitTapHighlightColor: 'transparent',
      touchAction: 'manipulation',
    },
    // Toasts leave the foot of a sidebar free.
    ':root:has([data-sidebar])': { '--toast-left': { lg: '17.5rem' } },
    ':focus-visible': { outlineColor: 'brand.focusRing', outlineOffset: '2px' },
    // Forced colours remove the backgrounds that mark the current place.
    '[aria-current=page], [aria-current=true], [role=tab][aria-selected=true], [data-part=item][data-state=checked]:not(:has(svg))':
      {
        _highContrast: { textDecoration: 'underline 0.15em', textUnderlineOffset: '0.3em' },
      },
    // Nothing can be pressed on paper, and overlays would hide the text.
    '[data-sidebar]': { _print: { display: 'block !important' } },
    '[data-sidebar] > :not(main), header, nav, button:not(:has(img)), [data-scope=toast]': {
      _print: { display: 'none !important' },
    },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '1ms !important',
        animationIterationCount: '1 !important',
        // No transitions here: nothing waits for their end, unlike dialogs, which wait for animations.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    tokens: {
      colors: {
        gray: scale(neutral),
        tomato: scale(tomato),
        basil: scale(basil),
        saffron: scale(saffron),
        red: scale(tomato),
        green: scale(basil),
        orange: scale(saffron),
      },
      fonts: {
        heading: { value: "'Bricolage Grotesque Variable', 'Segoe UI', system-ui, sans-serif" },
        body: { value: "'Inter Variable', 'Segoe UI', system-ui, sans-serif" },
      },
      fontSizes: {
        xs: { value: '0.8125rem' },
        sm: { value: '0.9375rem' },
        md: { value: '1.0625rem' },
        lg: { value: '1.3125rem' },
        xl: { value: '1.75rem' },
        '2xl': { value: 'clamp(2.25rem, 1.4rem + 3.6vw, 4rem)' },
      },
      radii: { card: { value: '12px' }, pill: { value: '999px' } },
      easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } },
    },
    semanticTokens: {
      radii: {
        l1: { value: '8px' },
        l2: { value: '10px' },
        l3: { value: '12px' },
      },
      shadows: {
        float: both(
          '0 1px 2px rgb(58 32 18 / 0.06), 0 12px 32px -8px rgb(58 32 18 / 0.18)',
          '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -8px rgb(0 0 0 / 0.6)',
        ),
      },
      colors: {
        bg: {
          DEFAULT: both('#FFFBF5', '#171310'),
          subtle: both('#FAF3E9', '#1C1713'),
          muted: both('#F3E9DC', '#2A231E'),
          emphasized: both('#E9DED1', '#382E28'),
          panel: both('#FFFFFF', '#221C18'),
          raised: both('#FFFFFF', '#4A3E36'),
          inverted: both('#1F1A17', '#F6EEE6'),
        },
        fg: {
          DEFAULT: both('#1F1A17', '#F6EEE6'),
          muted: both('#65564A', '#BCAB9C'),
          subtle: both('#786759', '#A08F80'),
          inverted: both('#FFFBF5', '#171310'),
          error: both('{colors.tomato.700}', '{colors.tomato.300}'),
          success: both('{colors.basil.600}', '{colors.basil.300}'),
          warning: both('{colors.saffron.700}', '{colors.saffron.300}'),
        },
        border: {
          DEFAULT: both('#E7DACB', '#3A302A'),
          muted: both('#F0E6DA', '#2C2520'),
          emphasized: both('#B09C8A', '#6B5B4F'),
          error: both('{colors.tomato.600}', '{colors.tomato.400}'),
        },
        // Bars and lines of charts: at least 3:1 against a panel, light and dark.
        chart: {
          brand: both('{colors.tomato.500}', '{colors.tomato.400}'),
          basil: both('{colors.basil.600}', '{colors.basil.400}'),
          saffron: both('#CB8117', '{colors.saffron.400}'),
          muted: both('{colors.gray.500}', '{colors.gray.400}'),
        },
        brand: palette('tomato', { solid: '{colors.tomato.500}', contrast: 'white' }),
        basil: palette('basil', { solid: '{colors.basil.600}', contrast: 'white' }),
        saffron: palette('saffron', { solid: '{colors.saffron.400}', contrast: '#2A1B05' }),
      },
    },
    recipes: {
      badge: { base: { [largeText]: { whiteSpace: 'normal' } } },
      button: {
        base: {
          borderRadius: 'pill',
          fontWeight: '600',
          cursor: 'pointer',
          transitionDuration: 'moderate',
          // A label that does not fit on one line wraps instead of overflowing the button.
          maxW: 'full',
          whiteSpace: 'normal',
          '& .chakra-spinner': { flexShrink: '0' },
          '&[aria-pressed=true]': { _highContrast: { borderWidth: '3px' } },
        },
        variants: {
          size: {
            xs: { h: 'auto', minH: '11', minW: '11', textStyle: 'xs', px: '3' },
            sm: { h: 'auto', minH: '11', minW: '11', textStyle: 'sm', px: '4' },
            md: { h: 'auto', minH: '11', minW: '11', textStyle: 'sm', px: '5' },
            lg: { h: 'auto', minH: '3.25rem', minW: '3.25rem', textStyle: 'md', px: '7' },
          },
          variant: {
            solid: { _hover: { bg: 'colorPalette.solid', filter: 'brightness(0.92)' } },
            outline: { borderColor: 'border.emphasized', color: 'fg', _hover: { bg: 'bg.muted' } },
            // The ring is inside: on a phone these buttons begin at the edge of the screen.
            ghost: { color: 'fg', focusRingOffset: '-2px', _hover: { bg: 'bg.muted' } },
          },
        },
      },
      heading: { base: { fontFamily: 'heading', fontWeight: '700', letterSpacing: '-0.02em' } },
      input: {
        base: { borderRadius: 'l3', bg: 'bg.panel' },
        variants: {
          size: { md: { '--input-height': 'sizes.12', textStyle: 'md', px: '4' } },
          variant: { outline: { borderColor: 'border.emphasized', bg: 'bg.panel' } },
        },
      },
      textarea: {
        base: { borderRadius: 'l3', bg: 'bg.panel' },
        variants: {
          size: { md: { textStyle: 'md', px: '4', py: '3' } },
          variant: { outline: { borderColor: 'border.emphasized', bg: 'bg.panel' } },
        },
      },
      skeleton: {
        base: { borderRadius: 'l3', maxW: 'full' },
        variants: {
          loading: { true: { _highContrast: { borderWidth: '1px' } } },
          variant: { pulse: { background: { base: 'bg.muted', _dark: 'bg.emphasized' } } },
        },
      },
    },
    slotRecipes: {
      checkbox: {
        slots: checkboxAnatomy.keys(),
        // Square, because a round checkbox looks like a radio button.
        base: { control: { borderRadius: 'sm' } },
      },
      dialog: {
        slots: dialogAnatomy.keys(),
        base: {
          content: { borderRadius: 'card', bg: 'bg.panel', boxShadow: 'float' },
          title: { fontFamily: 'heading', fontWeight: '700', textStyle: 'lg' },
          closeTrigger: { '& button': { minW: '11', minH: '11' } },
        },
      },
      field: {
        slots: fieldAnatomy.keys(),
        base: { label: { [largeText]: { flexWrap: 'wrap' } } },
      },
      menu: {
        slots: menuAnatomy.keys(),
        base: {
          content: { borderRadius: 'card', boxShadow: 'float', bg: 'bg.panel', minW: '15rem', p: '2' },
          item: { minH: '11', px: '3', gap: '3', borderRadius: 'l1', textStyle: 'sm', cursor: 'pointer' },
        },
      },
      nativeSelect: {
        slots: nativeSelectAnatomy.keys(),
        base: { field: { borderRadius: 'l3' } },
        variants: {
          size: { md: { field: { h: '12', textStyle: 'md' } } },
          variant: { outline: { field: { bg: 'bg.panel', borderColor: 'border.emphasized' } } },
        },
      },
      progress: {
        slots: progressAnatomy.keys(),
        base: {
          // Forced colours remove the backgrounds that show how far it is.
          track: { _highContrast: { borderWidth: '1px' } },
          range: { _highContrast: { bg: 'Highlight !important' } },
        },
      },
      slider: {
        slots: sliderAnatomy.keys(),
        base: {
          // Forced colours remove the backgrounds that show how large the value is.
          track: { _highContrast: { borderWidth: '1px' } },
          range: { _highContrast: { bg: 'Highlight !important' } },
          thumb: { _highContrast: { bg: 'ButtonText !important' } },
        },
      },
      switch: {
        slots: switchAnatomy.keys(),
        variants: {
          variant: {
            solid: {
              // Forced colours keep no others than the system's.
              control: {
                _highContrast: {
                  borderWidth: '1px',
                  borderColor: 'ButtonText',
                  alignItems: 'center',
                  _checked: { bg: 'Highlight', borderColor: 'Highlight' },
                },
              },
              thumb: {
                _highContrast: { bg: 'ButtonText', mx: '-1px', _checked: { bg: 'HighlightText' } },
              },
            },
          },
        },
      },
      toast: {
        slots: toastAnatomy.keys(),
        base: {
          root: {
            borderRadius: 'card',
            boxShadow: 'float',
            bg: 'bg.inverted',
            color: 'fg.inverted',
            '&[data-type=success]': { bg: 'bg.inverted', color: 'fg.inverted' },
            '&[data-type=error]': { bg: 'bg.inverted', color: 'fg.inverted' },
          },
        },
      },
    },
  },
});

/** Chakra's system with our tokens: warm paper, ink, one tomato. Light and dark come from one set. */
export const system = createSystem(mergeConfigs(chakraBase, ours));
