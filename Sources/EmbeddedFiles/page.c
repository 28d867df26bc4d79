#include "EmbeddedFiles.h"

static const unsigned char pageTemplate[] = {
#embed "../FlintInspect/Page/Web/page.html" suffix(, 0)
};

static const unsigned char pageStyle[] = {
#embed "../FlintInspect/Page/Web/page.css" suffix(, 0)
};

// Each script comes after those that it uses.

static const unsigned char evaluationScript[] = {
#embed "../FlintInspect/Page/Web/values.js" suffix(, )
#embed "../FlintInspect/Page/Web/model.js" suffix(, )
#embed "../FlintInspect/Page/Web/state.js" suffix(, )
#embed "../FlintInspect/Page/Web/requests.js" suffix(, )
#embed "../FlintInspect/Page/Web/sentences.js" suffix(, )
#embed "../FlintInspect/Page/Web/evaluator.js" suffix(, )
    0
};

static const unsigned char interfaceScript[] = {
#embed "../FlintInspect/Page/Web/json.js" suffix(, )
#embed "../FlintInspect/Page/Web/elements.js" suffix(, )
#embed "../FlintInspect/Page/Web/links.js" suffix(, )
#embed "../FlintInspect/Page/Web/scenario.js" suffix(, )
#embed "../FlintInspect/Page/Web/controls.js" suffix(, )
#embed "../FlintInspect/Page/Web/body.js" suffix(, )
#embed "../FlintInspect/Page/Web/matrix.js" suffix(, )
#embed "../FlintInspect/Page/Web/audience.js" suffix(, )
#embed "../FlintInspect/Page/Web/page.js" suffix(, )
    0
};

const unsigned char *embeddedPageTemplate(void) { return pageTemplate; }

const unsigned char *embeddedPageStyle(void) { return pageStyle; }

const unsigned char *embeddedEvaluationScript(void) { return evaluationScript; }

const unsigned char *embeddedInterfaceScript(void) { return interfaceScript; }
