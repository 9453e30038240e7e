import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** The layout `home` in a main landmark, which that of VitePress lacks. */
const Home = { render: () => h('main', { class: 'start' }, [h(VPHomeHero), h(VPHomeFeatures)]) };

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('home', Home),
};
